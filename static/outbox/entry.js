// An entry of the outbox: a form's content, its address, and a description for people.
export const field = (entry, name) => entry.fields.find(([known]) => known === name)?.[1];
export const withField = (fields, name, value) => fields.filter(([known]) => known !== name).concat([[name, String(value)]]);
export const matchOf = (action) => new URL(action, location).pathname.split(/\/(?:rounds|plays|hands)\b/)[0];

// The form's content in words, for reading it off this phone.
function inWords(form, button) {
  const said = [...form.elements].filter((input) => !["hidden", "submit", "button", "fieldset"].includes(input.type) && input.value
    && (!["radio", "checkbox"].includes(input.type) || input.checked));
  const words = said.map((input) => {
    const label = (input.getAttribute("aria-label") ?? input.labels?.[0]?.textContent ?? input.name).trim();
    return ["radio", "checkbox"].includes(input.type) ? label : `${label} ${input.value}`;
  });
  if (button?.name) words.push((button.getAttribute("aria-label") ?? button.textContent).trim());
  return words.join(", ");
}

export function entryOf(form, button) {
  const data = new FormData(form);
  data.delete("csrf_token");
  if (button?.name) data.append(button.name, button.value);
  const fields = [...data].map(([name, value]) => [name, String(value)]);
  const ends = form.id === "round";
  const entry = {
    key: form.elements.key.value, action: form.action, match: matchOf(form.action), fields, words: inWords(form, button),
    kind: form.dataset.keep, sides: form.dataset.sides ?? "", round: Number(form.elements.round.value), ends,
    gains: gainsOf(form, button), seen: seenBy(form),
    created: Date.now(), tries: 0, status: "waiting",
  };
  // A corrected entry replaces the old one.
  if (form.dataset.edits) entry.n = Number(form.dataset.edits);
  return entry;
}

// The version of the match that the page showed, if it has one.
function seenBy(form) {
  const seen = form.elements.seen?.value ?? form.dataset.seen;
  return seen === undefined ? null : Number(seen);
}

// The points by the server: a key's are on it, a round's are in the line under the form.
function gainsOf(form, button) {
  if (button?.name === "points") return [{ side: Number(form.elements.side.value), points: button.value }];
  return JSON.parse(form.dataset.gains ?? "[]");
}
