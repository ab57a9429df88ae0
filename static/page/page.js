// What all modules share. They tell each other what happens by events on the document: docs/architecture.md lists them.

export const root = document.documentElement.dataset; // base: the app's path; kept: when this copy was made; pocket
export const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
export const clock = (moment) => new Date(moment)
  .toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))]
  .map((n) => n.toString(16).padStart(2, "0")).join("");

export function make(tag, content, more = {}) {
  const element = Object.assign(document.createElement(tag), more);
  element.append(...[content].flat());
  return element;
}

export const parse = (html) => new DOMParser().parseFromString(html, "text/html");
export const hidden = (name, value) => make("input", [], { type: "hidden", name, value });

export function fill(element, nodes) {
  element.textContent = "";
  element.append(...nodes);
}

// Announces something once to screen readers.
export function announce(words) {
  const said = document.getElementById("said");
  if (said) said.textContent = words;
}

export const NOTHING_CHANGED = "No signal: nothing was changed. Tap again when there is signal.";

// What was tapped and is on its way shows it until something comes of it.
let busyControl = null;
export function showBusy(control = null) {
  busyControl?.removeAttribute("aria-busy");
  control?.setAttribute("aria-busy", true);
  busyControl = control;
}

// Shows a sentence near the thumb, in place of the one before: on a match's page over the last change, so that nothing
// moves, and over a newer one, too.
export let noticed = "";
export function notice(words, after) {
  noticed = words;
  document.getElementById("notice")?.remove();
  if (words) showBusy();
  let line = showNotice();
  if (!words) return;
  if (!line) {
    line = make("p", words, { id: "notice", className: "card error" });
    line.setAttribute("role", "alert");
    (after?.closest(".bar, nav, .choices") ?? after ?? document.getElementById("said")).after(line);
  }
  line.scrollIntoView({ block: "nearest" });
}

function showNotice() {
  const line = document.querySelector("[data-refusal]");
  if (line && line.textContent !== noticed) line.textContent = noticed;
  return line;
}
document.addEventListener("page:updated", () => noticed && showNotice());

// The link that this click follows here, in the same window.
export function linkOf(event) {
  return event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey ? null : event.target.closest("a[href]");
}

// Older browsers do not say which button sent a form.
let pressed;
document.addEventListener("click", (event) => { pressed = event.target.closest?.("button"); }, true);
export function submitterOf(event) {
  return event.submitter ?? (pressed?.form === event.target && pressed.type === "submit" ? pressed : null);
}
