// The form for the end of a round, at hand on the match's page: fetched before it is asked for, shown without a
// request, with or without a signal. Saving leads back to the match, which shows what became of it.
import { draftOf, dropDraft, keepDraft, restoreDraft } from "./draft.js";
import { ask, NoAnswer } from "../page/http.js";
import { poll, showState } from "../live/live.js";
import { fill, newKey, tell } from "../page/page.js";

const NEW = /\/rounds\/new$/;
const QUIET = 700; // ms after the newest change until the form is fetched
const matchState = document.getElementById("state");
const main = document.getElementById("main");
const matchAddress = location.href;
const head = document.querySelector(".top");
const foot = document.querySelector("nav.foot");
const STAYS = ["said", "outbox", "notice"];
const roundForm = () => document.getElementById("round");
const pathOf = (link) => new URL(link.href, location).pathname;

let atHand; // the newest form, parsed
let fetching;
let matchView; // what the page showed before the form
let afterwards; // what is to be done once the match is shown again

// The form depends on the round, and on the layout where that is recorded.
function formVersion() {
  const { round, version } = matchState.dataset;
  return document.querySelector(".keys") ? round : `${round} ${version}`;
}

async function fetchForm() {
  const link = document.querySelector('#state a[href*="/rounds/new"]');
  if (!link || document.hidden || atHand?.version === formVersion()) return;
  const version = formVersion();
  try {
    const { ok, text, headers } = await ask(pathOf(link));
    const page = new DOMParser().parseFromString(text, "text/html");
    if (ok && headers.get("X-Scorekeeper") && page.getElementById("round")) atHand = { page, version, at: madeAt(page) };
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
  }
}

// A copy of the worker's is as old as it says.
const madeAt = (page) => Date.parse(page.documentElement.dataset.kept) || Date.now();

const currentView = () => ({
  title: document.title, className: document.body.className, top: [...head.childNodes], scroll: window.scrollY,
  main: [...main.childNodes].filter((node) => !STAYS.includes(node.id)), foot: true,
});

function putView(view) {
  document.title = view.title;
  document.body.className = view.className;
  fill(head, view.top);
  for (const node of [...main.childNodes]) if (!STAYS.includes(node.id)) node.remove();
  main.append(...view.main);
  if (foot) foot.hidden = !view.foot;
}

function formView() {
  const page = atHand.page.cloneNode(true);
  const nodes = [...page.getElementById("main").childNodes].filter((node) => !STAYS.includes(node.id));
  return { title: page.title, className: page.body.className, top: [...page.querySelector(".top").childNodes], main: nodes };
}

function openForm() {
  matchView = { ...currentView(), opener: document.activeElement };
  putView(formView());
  const form = roundForm();
  form.elements.key.value = newKey();
  form.dataset.asOf = atHand.at;
  form.dataset.seen = matchState.dataset.version;
  // An undo may have taken a round back since the form was fetched.
  form.elements.round.value = matchState.dataset.round;
  document.querySelector(".top h1").textContent = `Round ${matchState.dataset.round}`;
  window.scrollTo(0, 0);
  tell("page:opened");
  tell("outbox:look");
  const heading = document.querySelector(".top h1");
  heading.tabIndex = -1;
  heading.focus();
}

function closeForm() {
  const { opener, scroll } = matchView;
  putView(matchView);
  matchView = null;
  window.scrollTo(0, scroll);
  const same = opener?.href && [...document.querySelectorAll("a")].find((link) => link.href === opener.href);
  (document.contains(opener) ? opener : same)?.focus?.({ preventScroll: true });
  tell("page:opened");
  tell("outbox:look");
  afterwards?.();
  afterwards = null;
  fetchForm();
}

function tapped(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!matchView && atHand && NEW.test(pathOf(link)) && matchState?.contains(link)) {
    event.preventDefault();
    history.pushState(null, "", link.href);
    openForm();
  } else if (matchView && link.matches(".top .back, .top .close")) {
    event.preventDefault();
    history.back();
  }
}

function moved() {
  if (matchView && !NEW.test(location.pathname)) closeForm();
  else if (!matchView && atHand && NEW.test(location.pathname)) openForm();
}

// Saved, or waiting: on to the match.
function leave(form, said) {
  dropDraft(form);
  if (matchView) {
    afterwards = said && (() => { if (!said.state || !showState(said.state, true)) poll(true); });
    // A step of its own, as after a form that the browser sends: Back offers the next round, and then the match.
    history.pushState(null, "", matchAddress);
    closeForm();
  } else if (said) {
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
  nameRound(form);
}

function nameRound(form) {
  if (form.elements.standing) return;
  for (const heading of document.querySelectorAll("h1")) heading.textContent = `Round ${form.elements.round.value}`;
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
document.addEventListener("outbox:tapped", ({ detail: { form } }) => { if (form.id === "round") waitWithSave(form, true); });
document.addEventListener("outbox:kept", ({ detail: { form } }) => { if (form.id === "round") dropDraft(form); });
document.addEventListener("outbox:delivered", ({ detail: { entry, said } }) => {
  const form = sendingForm(entry);
  if (form) leave(form, said);
  else if (roundForm() && !matchView && entry.ends) onTo = said;
});
document.addEventListener("outbox:settled", () => {
  const form = roundForm();
  if (onTo && form && !matchView && untouched(form)) leave(form, onTo);
  onTo = null;
});
document.addEventListener("outbox:held", ({ detail: { entry, fate } }) => {
  const form = sendingForm(entry);
  if (form && fate === "refused") tell("outbox:refused-here", entry);
  else if (form && fate === "waiting") leave(form);
});
document.addEventListener("outbox:chosen", ({ detail: { entry, choice } }) => {
  const form = roundForm();
  if (!form || form.dataset.sending !== entry.key) return;
  if (choice === "drop" && matchView) leave(form);
  else if (choice === "drop") location.assign(entry.match);
  else if (choice.fields) form.dataset.sending = choice.key;
});
document.addEventListener("outbox:unkept", ({ detail: { form } }) => { if (form.id === "round") waitWithSave(form, false); });
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
    nameRound(form);
  } else if (atHand) {
    history.pushState(null, "", `${entry.match}/rounds/new`);
    openForm();
  } else location.assign(`${entry.match}/rounds/new`);
});
for (const kind of ["input", "change", "click"]) {
  document.addEventListener(kind, () => setTimeout(() => {
    const form = roundForm();
    if (form && !form.dataset.sending && !untouched(form)) keepDraft(form);
  }));
}

if (matchState) {
  document.addEventListener("click", tapped);
  window.addEventListener("popstate", moved);
  const soon = () => {
    clearTimeout(fetching);
    fetching = setTimeout(fetchForm, QUIET);
  };
  document.addEventListener("page:updated", soon);
  soon();
}
