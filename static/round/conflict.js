// An open form is told when its round is entered on another phone, or the match is over.
import { nameRound, roundTitle } from "../count/shown.js";
import { make } from "../page/page.js";

let ownWait = true; // whether this phone has ends of rounds to send; not known at first

function words(form, state) {
  if ("over" in state.dataset) return "This match is over: another phone has ended it.";
  const number = Number(form.elements.round.value);
  return Number(state.dataset.round) > number ? `${roundTitle(number)} has been entered on another phone.` : "";
}

function showConflict() {
  const form = document.querySelector("form#round");
  const state = form?.querySelector("[data-round]");
  if (!state || form.elements.standing || form.dataset.sending || ownWait) return;
  const said = words(form, state);
  const line = document.getElementById("conflict");
  if (line?.textContent === said) return;
  line?.remove();
  if (!said) return;
  const fresh = make("p", said, { id: "conflict", className: "card error" });
  fresh.setAttribute("role", "alert");
  form.before(fresh);
}

// This phone's own rounds are no conflict: the form goes on to the next number.
document.addEventListener("outbox:delivered", ({ detail: { entry } }) => {
  const form = document.querySelector("form#round");
  if (!form || form.elements.standing || !entry.ends || form.dataset.sending) return;
  const number = Math.max(Number(form.elements.round.value), entry.round + 1);
  form.elements.round.value = number;
  nameRound(number);
});
document.addEventListener("outbox:waiting", ({ detail }) => {
  ownWait = detail.some((entry) => entry.ends);
  showConflict();
});
document.addEventListener("page:updated", showConflict);
