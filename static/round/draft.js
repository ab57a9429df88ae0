// What is typed into a round's form stays in this tab until it is saved: Back, a reload and an error page of
// the browser lose nothing. An entry that is corrected comes back the same way.

const nameOf = ({ action }) => `draft ${new URL(action, location.href).pathname}`; // of a form or an entry
const draftIn = (from) => JSON.parse(sessionStorage.getItem(nameOf(from)));
const LEFT_OUT = ["key", "round"];

export function keepDraft(form) {
  if (form.elements.standing) return;
  const fields = [...new FormData(form)].filter(([name]) => !LEFT_OUT.includes(name));
  sessionStorage.setItem(nameOf(form), JSON.stringify({ round: form.elements.round.value, edits: form.dataset.edits, fields }));
}

export const dropDraft = (form) => sessionStorage.removeItem(nameOf(form));
export const isEdited = (entry) => Number(draftIn(entry)?.edits) === entry.n;

export function draftOf(entry) {
  const fields = entry.fields.filter(([name]) => !LEFT_OUT.includes(name));
  sessionStorage.setItem(nameOf(entry), JSON.stringify({ round: String(entry.round), edits: entry.n, fields }));
}

export function restoreDraft(form) {
  const draft = draftIn(form);
  if (!draft || form.elements.standing || (draft.round !== form.elements.round.value && !draft.edits)) return false;
  form.elements.round.value = draft.round;
  if (draft.edits) form.dataset.edits = draft.edits;
  for (const input of form.elements) {
    if (!input.name || LEFT_OUT.includes(input.name)) continue;
    const values = draft.fields.filter(([name]) => name === input.name).map(([, value]) => value);
    if (["radio", "checkbox"].includes(input.type)) input.checked = values.includes(input.value);
    else if (values.length) [input.value] = values;
  }
  return true;
}
