// The form for the end of a round, ready on the match's page: fetched ahead of time, shown without a
// request, with or without a signal. Saving leads back to the match, which shows what became of it. One form does
// for many rounds: the match says when it would be another one.
import { nameRound } from "../count/shown.js";
import { leave, roundForm } from "./saving.js";
import { ask, NoAnswer } from "../page/ask.js";
import { follow } from "../live/live.js";
import { fill, tell } from "../page/page.js";

const NEW = /\/rounds\/new$/;
const QUIET = 700; // ms after the newest change until the form is fetched
const matchState = document.getElementById("state");
const main = document.getElementById("main");
const matchAddress = location.href;
const head = document.querySelector(".top");
const foot = document.querySelector("nav.foot");
const STAYS = ["said", "outbox", "notice"];
const pathOf = (link) => new URL(link.href, location).pathname;

let atHand; // the newest form, parsed
let fetching;
let matchView; // what the page showed before the form

async function fetchForm(force = false) {
  const link = document.querySelector('#state a[href*="/rounds/new"]');
  if (!link || document.hidden || (atHand?.form === matchState.dataset.form && !force)) return;
  const { form } = matchState.dataset;
  try {
    const { ok, text, headers } = await ask(pathOf(link));
    const page = new DOMParser().parseFromString(text, "text/html");
    if (ok && headers.get("X-Scorekeeper") && page.getElementById("round")) atHand = { page, form };
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
  }
}

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

// What the open form has of its match: how far it is, and the hands that players have entered.
function showInForm() {
  const shown = matchView && roundForm()?.querySelector("[data-round]");
  if (!shown) return;
  for (const name of ["round", "over", "version", "counts", "standing"]) {
    if (name in matchState.dataset) shown.dataset[name] = matchState.dataset[name];
    else delete shown.dataset[name];
  }
  const hands = matchState.querySelector("[data-part=reported]").cloneNode(true);
  const here = shown.querySelector("[data-part]");
  if (here.innerHTML !== hands.innerHTML) fill(here, [...hands.childNodes]);
}

function openForm() {
  const { round, version } = matchState.dataset;
  matchView = { ...currentView(), opener: document.activeElement };
  putView(formView());
  follow(matchState);
  const form = roundForm();
  form.dataset.inPlace = "yes";
  form.dataset.seen = version;
  form.dataset.keep = `Round ${round}`;
  form.elements.round.value = round;
  showInForm();
  nameRound(round);
  const heading = document.querySelector(".top h1");
  document.title = document.title.replace(/^[^·]*(?= ·)/, heading.textContent);
  window.scrollTo(0, 0);
  tell("page:opened");
  tell("outbox:look");
  heading.tabIndex = -1;
  heading.focus();
}

function closeForm() {
  const { opener, scroll } = matchView;
  putView(matchView);
  follow(null);
  matchView = null;
  document.title = matchState.dataset.title ?? document.title;
  window.scrollTo(0, scroll);
  const same = opener?.href && [...document.querySelectorAll("a")].find((link) => link.href === opener.href);
  (document.contains(opener) ? opener : same)?.focus?.({ preventScroll: true });
  tell("page:opened");
  tell("outbox:look");
  fetchForm();
}

function tapped(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // A form of an older layout would be refused: then the link leads to the server.
  if (!matchView && atHand && NEW.test(pathOf(link)) && matchState?.contains(link) && atHand.form === matchState.dataset.form) {
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

// A history entry of its own, as after a submitted form: Back offers the next round, and then the match.
function left() {
  history.pushState(null, "", matchAddress);
  closeForm();
  window.scrollTo(0, 0); // to the new total
}

function openFor(entry) {
  if (!atHand) return location.assign(`${entry.match}/rounds/new`);
  history.pushState(null, "", `${entry.match}/rounds/new`);
  return openForm();
}

if (matchState && document.body.classList.contains("match")) {
  document.addEventListener("click", tapped, true); // before the page asks whether there is signal
  window.addEventListener("popstate", moved);
  document.addEventListener("outbox:saved", ({ detail: { entry, said } }) => {
    if (matchView && roundForm()?.dataset.sending === entry.key) leave(roundForm(), said);
  });
  document.addEventListener("round:left", left);
  document.addEventListener("round:open", ({ detail }) => openFor(detail));
  const soon = () => {
    clearTimeout(fetching);
    fetching = setTimeout(fetchForm, QUIET);
  };
  document.addEventListener("page:updated", showInForm);
  document.addEventListener("page:updated", soon);
  navigator.serviceWorker?.addEventListener("controllerchange", () => fetchForm(true)); // the worker keeps one too
  soon();
}
