// Links and forms that need the server are followed only once the club has answered. Without a
// signal the browser would put its own error page in the place of this one, and of what was typed.
import { NoAnswer, reached } from "./http.js";
import { deliver, drop, waiting } from "../outbox/store.js";
import { inFlight, send } from "../outbox/outbox.js";
import { announce, hidden, newKey, notice, NOTHING_CHANGED, submitterOf, tell } from "./page.js";

const NO_WAY = "No signal, and that page is not on this phone.";
const answered = new WeakSet(); // forms whose submission has been asked about, and may go
let busy = false;

const guarded = () => !navigator.serviceWorker?.controller; // a worker shows copies, and words where it has none

async function once(work) {
  if (busy) return;
  busy = true;
  notice("");
  try {
    await work();
  } finally {
    busy = false;
  }
}

// Older browsers cannot send a form as if its button had been tapped.
function resend(form, button) {
  answered.add(form);
  sessionStorage.removeItem("steady since"); // it is the same tap, sent on
  if (form.requestSubmit) return form.requestSubmit(button ?? undefined);
  if (button?.name) form.append(hidden(button.name, button.value));
  form.submit();
}

// Undo first takes back an entry that has not been sent yet.
async function takeBackWaiting(match) {
  const mine = (await waiting().catch(() => [])).filter((entry) => entry.match === match);
  const last = mine[mine.length - 1];
  if (!last) return false;
  if (last.key === inFlight) {
    announce("It is being sent: tap Undo again in a moment.");
    return true;
  }
  await drop(last);
  announce(`Taken back: ${last.words}.`);
  tell("outbox:look");
  return true;
}

// An act on the match that is answered with the changed parts of its page.
async function act(form) {
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrf_token").map(([name, value]) => [name, String(value)]);
  const match = new URL(form.action).pathname.replace(/\/(rounds\/.*|call-off)$/, "");
  if (form.dataset.act === "undo" && await takeBackWaiting(match)) return;
  const entry = { key: form.elements.key.value, action: form.action, match, fields, words: form.dataset.act, gains: [], kind: "", tries: 0 };
  const answer = await send(entry);
  form.elements.key.value = newKey();
  if (answer.ok) {
    await deliver({ ...entry, version: answer.json.version }).catch(() => {});
    tell("outbox:delivered", { entry, said: answer.json });
  } else notice(answer.json.detail, form);
  tell("server:ask");
}

async function guardForm(event) {
  const form = event.target;
  if (form.method !== "post" || "keep" in form.dataset || answered.delete(form)) return;
  event.preventDefault();
  event.stopPropagation();
  if (form.dataset.sent) return;
  const button = submitterOf(event);
  await once(async () => {
    try {
      if ("act" in form.dataset) return await act(form);
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
    }
    if (await reached()) return resend(form, button);
    sessionStorage.removeItem("steady since"); // nothing was done, so the next tap is no double tap
    return notice(NOTHING_CHANGED, form);
  });
}

function followed(event) {
  const link = event.target.closest("a[href]");
  const plain = link && !event.defaultPrevented && !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!plain || !guarded() || link.target || "download" in link.attributes) return;
  const url = new URL(link.href, location);
  if (url.origin !== location.origin || (url.hash && url.pathname === location.pathname)) return;
  event.preventDefault();
  once(async () => {
    if (await reached()) location.assign(url.href);
    else notice(NO_WAY, link);
  });
}

document.addEventListener("submit", guardForm, true);
document.addEventListener("click", followed);
document.addEventListener("server:reached", () => notice(""));
