// After Save: the match is shown, at once where the phone has counted the round and nothing is odd about it; else the
// button is disabled until there is an answer. The draft is deleted as the round is held.
import { draftOf, dropDraft, isEdited, keepDraft, restoreDraft } from "./draft.js";
import { nameRound } from "../count/shown.js";
import { newKey, tell } from "../page/page.js";

export const roundForm = () => document.querySelector("form#round");

// Saved, or waiting: on to the match.
export function leave(form, said) {
  dropDraft(form);
  if (form.dataset.inPlace) tell("round:left", said);
  else if (said) {
    sessionStorage.setItem("announce", "yes");
    location.assign(said.location);
  } else nextRound(form);
}

// Without signal the evening goes on: the form is ready for the next round.
function nextRound(form) {
  if (form.elements.standing) return;
  const number = Number(form.elements.round.value) + 1;
  form.reset();
  form.elements.key.value = newKey();
  form.elements.round.value = number;
  for (const who of form.elements.out) who.checked = false;
  waitWithSave(form, false);
  form.dispatchEvent(new Event("change"));
  nameRound(form.elements.round.value);
}

function waitWithSave(form, waits) {
  if (!waits) {
    delete form.dataset.sending;
    delete form.dataset.edits;
    delete form.dataset.kept;
  }
  const button = form.querySelector("#save");
  button.disabled = waits;
  button.dataset.words = button.dataset.words ?? button.textContent;
  button.textContent = waits ? "Saving …" : button.dataset.words;
}

const sendingForm = (entry) => (roundForm()?.dataset.sending === entry.key ? roundForm() : null);

function untouched(form) {
  return !form.elements.out.value && [...form.querySelectorAll(".hand input")].every((hand) => !hand.value);
}

let onTo = null; // the newest answer of an entry that was made on this page
document.addEventListener("outbox:tapped", ({ detail: { form } }) => {
  if (form.id !== "round") return;
  dropDraft(form);
  if (form.dataset.inPlace && form.dataset.counted) tell("round:left"); // the match shows its new total at once
  else waitWithSave(form, true);
});
document.addEventListener("outbox:kept", ({ detail: { entry, form } }) => {
  if (form.id !== "round") return;
  // On a page of its own, behind others that are on a slow way: the match, if need be its copy, shows the new total.
  const isBehind = !entry.left && navigator.onLine !== false && navigator.serviceWorker?.controller;
  if (isBehind && form.dataset.counted && !form.dataset.inPlace && !form.elements.standing) document.querySelector(".top .back").click();
});
document.addEventListener("outbox:delivered", ({ detail: { entry, said } }) => {
  const form = sendingForm(entry);
  if (form) leave(form, said);
  else if (roundForm() && !roundForm().dataset.inPlace && entry.ends) onTo = said;
});
document.addEventListener("outbox:settled", () => {
  const form = roundForm();
  if (onTo && form && untouched(form)) leave(form, onTo);
  onTo = null;
});
document.addEventListener("outbox:held", ({ detail: { entry, fate } }) => {
  const form = sendingForm(entry);
  if (form && fate === "waiting") leave(form);
});
document.addEventListener("outbox:chosen", ({ detail: { entry, choice } }) => {
  const form = sendingForm(entry);
  if (choice !== "hold" && isEdited(entry)) {
    dropDraft(entry);
    if (roundForm()?.dataset.edits) leave(roundForm());
  }
  if (!form) return;
  if (choice === "drop" && form.dataset.inPlace) leave(form);
  else if (choice === "drop") location.assign(entry.match);
  else if (choice.fields) form.dataset.sending = choice.key;
});
document.addEventListener("outbox:unkept", ({ detail: { form } }) => {
  if (form.id !== "round") return;
  waitWithSave(form, false);
  keepDraft(form);
});
document.addEventListener("server:lost", () => {
  const form = roundForm();
  if (form?.dataset.sending && form.dataset.kept) leave(form);
});
document.addEventListener("round:edit", ({ detail: entry }) => {
  draftOf(entry);
  const form = roundForm();
  if (form) {
    restoreDraft(form);
    form.dispatchEvent(new Event("change"));
    if (!form.elements.standing) nameRound(form.elements.round.value);
  } else tell("round:open", entry);
});
for (const kind of ["input", "change", "click", "page:opened"]) {
  document.addEventListener(kind, () => setTimeout(() => {
    const form = roundForm();
    if (form && !form.dataset.sending && !untouched(form)) keepDraft(form);
  }));
}
