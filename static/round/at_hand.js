// The form for the end of a round, ready on the match's page: fetched ahead of time, shown without a
// request, with or without a signal. Saving leads back to the match, which shows what became of it; a form that is
// refused comes back. One form does for many rounds: the match says when it would be another one.
import { countNow, nameRound } from "../count/shown.js";
import { roundForm } from "./saving.js";
import { ask, NoAnswer } from "../page/ask.js";
import { desk } from "../outbox/sender.js";
import { leaves } from "../page/navigation.js";
import { follow } from "../live/live.js";
import { fill, linkOf, notice, parse, tell } from "../page/page.js";

const NEW = /\/rounds\/new$/;
const QUIET = 700; // ms after the newest change until the form is fetched
const matchState = document.getElementById("state");
const main = document.getElementById("main");
const matchAddress = location.href;
const head = document.querySelector(".top");
const STAYS = ["said", "outbox", "notice"];
const pathOf = (link) => new URL(link.href, location.href).pathname;

let atHand; // the newest form, parsed
let fetching;
let matchView; // what the page showed before the form
let savedView; // the newest form that was saved, until another one is opened

async function fetchForm(force = false) {
  const link = document.querySelector('#state a[href*="/rounds/new"]');
  if (!link || document.hidden || (atHand?.form === matchState.dataset.form && !force)) return;
  const { form } = matchState.dataset;
  try {
    const { ok, text, headers } = await ask(pathOf(link));
    const page = parse(text);
    if (ok && headers.get("X-Scorekeeper") && page.getElementById("round")) atHand = { page, form };
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
  }
}

function viewOf(page) {
  const nodes = [...page.getElementById("main").childNodes].filter((node) => !STAYS.includes(node.id));
  return { title: page.title, className: page.body.className, top: [...page.querySelector(".top").childNodes], main: nodes };
}

const currentView = () => ({ ...viewOf(document), scroll: scrollY });

function putView(view) {
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur(); // else it is styled once more before it goes
  document.title = view.title;
  document.body.className = view.className;
  fill(head, view.top);
  for (const node of viewOf(document).main) node.remove();
  main.append(...view.main);
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

// What lay on the table when the form was fetched is gone where this phone has ended that round.
function forgetTable(form) {
  const now = countNow(matchState.dataset);
  if (!now || now.standing.round === now.from.round) return;
  for (const name of ["ends", "boneyard", "lead_tile"]) form.elements[name].value = "";
  for (const box of form.querySelectorAll("[name=led], [data-laid]")) {
    box.checked = false;
    delete box.dataset.laid;
  }
}

// What a tap shows is painted first; what nobody waits for follows.
const afterPaint = (work) => requestAnimationFrame(() => setTimeout(work));

function openForm(view) {
  const { round, version } = matchState.dataset;
  const stays = matchView; // a form that is refused, where it stood
  matchView = stays ?? { ...currentView(), opener: document.activeElement };
  // A saved form whose answer is still to come gives way to the next one: a refusal of it is then listed.
  desk.tapped.delete(savedView?.form.dataset.sending);
  savedView = null;
  putView(view ?? viewOf(atHand.page.cloneNode(true)));
  follow(matchState);
  const form = roundForm();
  if (!view) forgetTable(form);
  form.dataset.inPlace = "yes";
  form.dataset.seen = version;
  form.dataset.keep = `Round ${round}`;
  form.elements.round.value = round;
  showInForm();
  nameRound(round);
  const heading = document.querySelector(".top h1");
  document.title = document.title.replace(/^[^·]*(?= ·)/, heading.textContent);
  if (!stays) scrollTo(0, 0);
  tell("page:opened");
  heading.tabIndex = -1;
  afterPaint(() => document.activeElement === document.body && heading.focus({ preventScroll: true }));
}

function closeForm(saved = false) {
  const { opener, scroll } = matchView, below = matchState.querySelector(".beside");
  if (saved) savedView = { ...viewOf(document), form: roundForm() };
  below.hidden = saved;
  putView({ ...matchView, title: matchState.dataset.title ?? matchView.title });
  follow(null);
  matchView = null;
  tell("page:opened");
  scrollTo(0, saved ? 0 : scroll); // to the new total
  afterPaint(() => {
    below.hidden = false;
    if (matchView) return;
    // An entry of its own, as after a submitted form: Back offers the next round, and then the match.
    if (saved) history.pushState(null, "", matchAddress);
    const same = [...document.links].find((link) => link.href === opener?.href);
    (opener?.isConnected ? opener : same)?.focus({ preventScroll: true });
    fetchForm();
  });
}

function tapped(event) {
  const link = linkOf(event);
  if (!link) return;
  // A form of an older layout would be refused: then the link leads to the server.
  if (!matchView && !leaves && atHand && NEW.test(pathOf(link)) && matchState?.contains(link) && atHand.form === matchState.dataset.form) {
    event.preventDefault();
    history.pushState(null, "", link.href);
    openForm();
  } else if (matchView && link.matches(".top .back, .top .close")) {
    event.preventDefault();
    history.back();
  }
}

// A page that was loaded anew, as by a phone that slept, has only its own view.
function moved() {
  if (NEW.test(location.pathname) === Boolean(roundForm())) return;
  if (matchView) closeForm();
  else if (atHand) openForm();
  else location.reload();
}
if (matchState || NEW.test(location.pathname)) addEventListener("popstate", moved);

// The form of a round that was saved from here, also where it still stands.
function reopen({ action }, view) {
  if (!matchView) history.pushState(null, "", `${action}/new`);
  openForm(view);
}

// A refused form comes with what is wrong beside its fields.
function refused({ form, said }) {
  if (matchView && !form.isConnected) return notice(said.detail); // what is being typed stays
  const view = viewOf(parse(said.page));
  if (matchState) return reopen(form, view);
  history.replaceState(null, "", location.pathname); // who is out is in the form
  putView(view);
  tell("page:opened");
}

document.addEventListener("round:refused", ({ detail }) => refused(detail));
if (matchState && document.body.classList.contains("match")) {
  document.addEventListener("click", tapped, true); // before the page asks whether there is signal
  document.addEventListener("round:left", () => closeForm(true));
  document.addEventListener("outbox:unkept", ({ detail: { form } }) => {
    const view = savedView;
    savedView = null;
    if (form === view?.form) reopen(form, view);
  });
  document.addEventListener("round:open", ({ detail }) => (atHand ? reopen(detail) : location.assign(`${detail.action}/new`)));
  const soon = () => {
    clearTimeout(fetching);
    fetching = setTimeout(fetchForm, QUIET);
  };
  document.addEventListener("page:updated", showInForm);
  document.addEventListener("page:updated", soon);
  navigator.serviceWorker?.addEventListener("controllerchange", () => fetchForm(true)); // the worker keeps one too
  soon();
}
