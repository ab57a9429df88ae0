// What the server refuses of an act made just now: one sentence beside what was tapped, until the next tap.
import { announce, notice, tell } from "../page/page.js";
import { post } from "./outbox.js";

let refusalWords = "";

function showRefusal() {
  const slot = document.querySelector("[data-refusal]");
  if (slot && slot.textContent !== refusalWords) slot.textContent = refusalWords;
  return slot;
}

// The next tap means the match as the answer says it is, also before the next poll.
function catchUp({ choices = [] }) {
  for (const [name, value] of Object.entries(choices[0]?.fields ?? {})) {
    for (const input of document.querySelectorAll(`[data-live] form[data-keep] input[name=${name}]`)) input.value = value;
  }
}

function refuse({ entry, form, said }) {
  const late = said.status === 409 && form?.dataset.inPlace; // nothing on the form is wrong: the match has gone on
  if (!late && form && (form.id === "round" || ("onward" in form.dataset && !entry.act))) {
    return said.page ? tell("round:refused", { form, said }) : post(entry);
  }
  if (form) delete form.dataset.sending;
  if (late && form.isConnected) tell("round:left");
  catchUp(said);
  tell("server:ask");
  refusalWords = said.choices?.length ? `${said.detail} Nothing was added: tap again if yours is another play.` : said.detail;
  if (!showRefusal()) return notice(refusalWords, form?.isConnected ? form : undefined);
  return announce(refusalWords);
}

document.addEventListener("outbox:refused", ({ detail }) => refuse(detail));
document.addEventListener("outbox:tapped", () => {
  refusalWords = "";
  showRefusal();
});
document.addEventListener("page:updated", () => refusalWords && showRefusal());
