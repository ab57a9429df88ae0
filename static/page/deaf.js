// What arrives under a thumb is deaf for a moment, and says so over the last change, or else over the finger: a double
// tap, or a tap that was on its way when the page changed, does one thing. A key that stands where it stood may be
// tapped again at once. A mouse and the keys of a keyboard hit what they mean, but for the second half of a double
// click; Undo is steady for them, too.
import { make } from "./page.js";

const MOMENT = 900; // ms, a little more than people take for a double tap
const REACH = 40; // px round the last tap that a second tap of the same finger may land in
const SURPRISE = 300; // ms until a finger that was on its way can have seen what a newer state has put anywhere
const READING = 2000; // ms that the sign stays: it lies over something that is read, too
const LAST_TAP = "last tap"; // kept from one page to the next
const deafSign = make("p", "Tap again if you mean it", { className: "card slim deaf", role: "status" });

let last = JSON.parse(sessionStorage.getItem(LAST_TAP)); // what was tapped, where, and until when nothing new is heard there
let down = null; // what the finger came down on
let mouseOn = null; // what a mouse came down on: { control, act }
let clicked = ""; // what was clicked last
let labelled = null; // what a label that was clicked clicks next
let reading = 0;
let stoodBefore = new Set(); // what could be tapped before the newest state
let surpriseUntil = 0;

// The control under a finger. A label stands for what it labels.
function controlOf(target) {
  const control = target?.closest?.("a, button, summary, label, input, select");
  return control?.control ?? control;
}

const labelOn = ({ href = "", name, value, textContent }) => `${href} ${name ? `${name}=${value}` : textContent.trim()}`;

// What a control does: the same key of a newer state is the same key, but for Undo of something else.
function actOf(control) {
  if (!control) return "";
  const form = control.form ?? control.closest("form");
  const undoes = control.closest(".last")?.querySelector("b")?.textContent.split(/[.:]/)[0]; // the phone's own words and the club's begin alike
  return [control.tagName, form?.getAttribute("action"), form?.getAttribute("aria-label"), labelOn(control), undoes].join(" ");
}

// An act, a way on, a tick and what folds out are taken once; a key that adds to what stands there may be tapped again.
const onceOnly = (control) => (control.matches("a, summary") || ["submit", "checkbox"].includes(control.type)) && !control.closest(".keys");

const isNear = ({ x, y }, { clientX, clientY }) => Math.hypot(clientX - x, clientY - y) < REACH;

function isDeaf(control, act) {
  if (down !== null && down !== act) return true;
  const surprises = Date.now() < surpriseUntil && !stoodBefore.has(labelOn(control));
  if (down !== null && surprises && onceOnly(control) && !control.closest(".tiles-form")) return true;
  const standing = last && Date.now() < last.until && Date.now() > last.until - 2 * MOMENT; // the clock may be put back
  return standing && (last.act === act ? onceOnly(control) : down !== null || last.steady);
}

const standingAt = ({ x, y }) => actOf(controlOf(document.elementFromPoint(x, y)));

// Something else may stand now where the last tap was. What has stood there for a while is not new again.
function arrived() {
  if (!last) return;
  const stands = standingAt(last);
  if (stands !== last.act && stands !== last.stands) last.until = Date.now() + MOMENT;
  last = { ...last, stands };
}

document.addEventListener("pointerdown", (event) => {
  deafSign.remove();
  const control = controlOf(event.target), act = actOf(control);
  down = event.pointerType === "mouse" ? null : act;
  mouseOn = control && down === null ? { control, act } : null;
  if (last && !isNear(last, event)) last = null; // the finger has left what it tapped, for the next page, too
}, true);

// A newer state may have replaced the key under a mouse before it came up: no browser makes a click of that.
document.addEventListener("pointerup", ({ target }) => {
  const control = controlOf(target);
  if (mouseOn && !mouseOn.control.isConnected && actOf(control) === mouseOn.act) control.click();
  mouseOn = null;
}, true);

addEventListener("click", (event) => {
  const control = controlOf(event.target);
  const isLabels = labelled === event.target;
  labelled = null;
  if (isLabels) return;
  const act = actOf(control);
  const isSecond = down === null && event.detail > 1 && act !== clicked; // half of a double click, on what has come since
  clicked = act;
  if (control && event.isTrusted) {
    if (down === null && !isSecond && !control.closest("[data-steady]")) last = null;
    else if (isSecond || isDeaf(control, act)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const { top, right } = document.querySelector("#state .last .words")?.getBoundingClientRect() ?? { top: event.clientY - 90, right: 400 };
      deafSign.style.top = `${Math.abs(top)}px`;
      deafSign.style.maxWidth = `${right - 12}px`; // beside Undo, or as wide as its words
      document.body.append(deafSign);
      clearTimeout(reading);
      reading = setTimeout(() => deafSign.remove(), READING);
    } else {
      labelled = control.contains(event.target) ? null : control;
      last = { act, steady: Boolean(control.closest("[data-steady]")), x: event.clientX, y: event.clientY, until: Date.now() + MOMENT };
      setTimeout(() => { if (last && last.stands === undefined) last = { ...last, stands: standingAt(last) }; }); // once it has folded
    }
  }
  down = null;
}, true);

// Once all who hear of it have put it in order; what opens by a tap may be painted first, that tap's moment still runs.
document.addEventListener("page:updating", () => { stoodBefore = new Set([...document.querySelectorAll("a, button, summary, input")].map(labelOn)); });
document.addEventListener("page:updated", () => {
  if (document.getElementById("state")) surpriseUntil = Date.now() + SURPRISE; // else it is behind a form
  queueMicrotask(arrived);
});
document.addEventListener("page:opened", () => {
  surpriseUntil = 0;
  setTimeout(arrived);
});
arrived();
addEventListener("pagehide", () => sessionStorage.setItem(LAST_TAP, JSON.stringify(last)));
