// What the server refuses of an act made just now: one sentence beside what was tapped, until the next tap.
import { notice, tell } from "../page/page.js";
import { post } from "./outbox.js";

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
  const words = said.choices?.length ? `${said.detail} Nothing was added: tap again if yours is another play.` : said.detail;
  return notice(words, form?.isConnected ? form : undefined);
}

document.addEventListener("outbox:refused", ({ detail }) => refuse(detail));
// The next tap or choice ends it, and so does an answer to what was not known.
for (const news of ["outbox:tapped", "outbox:saved", "outbox:held", "outbox:chosen"]) document.addEventListener(news, () => notice(""));
