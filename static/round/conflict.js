// An open form is told when its round is entered on another phone, or the match is over.
import { roundTitle } from "../count/shown.js";
import { delivered } from "../outbox/store.js";
import { matchOf } from "../outbox/entry.js";
import { make, tell } from "../page/page.js";

let ownWait = true; // whether this phone has ends of rounds to send; not known at first

function words(form, state) {
  if ("over" in state.dataset) return "This match is over: another phone has ended it.";
  const number = Number(form.elements.round.value);
  return Number(state.dataset.round) > number ? `${roundTitle(number)} has been entered on another phone.` : "";
}

// This phone's own rounds are no conflict, whichever page has sent them: the form goes on to the next number.
async function goOn(form) {
  const since = (await delivered(matchOf(form.action)).catch(() => [])).filter(({ version }) => version > Number(form.dataset.seen));
  const mine = since.filter(({ ends, key }) => ends && !since.some(({ undoes }) => undoes === key));
  const number = Math.max(Number(form.elements.round.value), ...mine.map(({ round }) => round + 1));
  if (number === Number(form.elements.round.value)) return;
  form.elements.round.value = number;
  tell("outbox:look"); // for its heading
}

const openRound = () => document.querySelector("form#round:not([data-sending])");

async function showConflict() {
  const form = openRound(), state = form?.querySelector("[data-round]");
  if (!state || form.elements.standing) return;
  await goOn(form);
  if (ownWait || form !== openRound()) return;
  const said = words(form, state);
  form.dataset.taken = said; // which round it is stays as it is then
  const line = document.getElementById("conflict");
  if (line?.textContent === said) return;
  line?.remove();
  if (!said) return;
  const fresh = make("p", said, { id: "conflict", className: "card error" });
  fresh.setAttribute("role", "alert");
  form.before(fresh);
}

document.addEventListener("outbox:waiting", ({ detail }) => {
  ownWait = detail.some((entry) => entry.ends);
  showConflict();
});
document.addEventListener("page:updated", showConflict);
