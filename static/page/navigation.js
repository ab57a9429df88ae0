// Links and forms that need the server are followed only once the club has answered. Without a
// signal the browser would put its own error page in the place of this one, and of what was typed.
import { hidden, linkOf, notice, noticed, NOTHING_CHANGED, showBusy, submitterOf } from "./page.js";
import { reached } from "./http.js";

const NO_WAY = "No signal, and that page is not on this phone.";
const answered = new WeakSet(); // forms whose submission has been asked about, and may go
let busy = false;
export let leaves = false; // for another page, which comes whatever is opened here meanwhile

const JUST_NOW = 4000; // ms in which an answer says that there is signal: where it went since, the worker has a page
let answeredAt = 0;
const STOPPED = 30000; // ms after which a page that is still here was stopped by hand

// Whether a page can be opened: there is signal, or the worker has a copy of it.
async function opens({ href, pathname }) {
  const ignoreSearch = pathname.endsWith("/rounds/new"), worker = navigator.serviceWorker?.controller;
  if (worker && (Date.now() - answeredAt < JUST_NOW || await caches.match(href, { ignoreSearch }))) return true;
  return reached();
}

async function once(control, work) {
  if (busy) return;
  busy = true;
  notice("");
  showBusy(control);
  try {
    await work();
  } finally {
    busy = false;
  }
}

// Older browsers cannot send a form as if its button had been tapped, nor others where it is gone.
function resend(form, button) {
  answered.add(form);
  if (!form.isConnected) document.body.append(form); // what another phone did has put a newer one in its place
  if (button?.form === form && form.requestSubmit) return form.requestSubmit(button);
  if (button?.name) form.append(hidden(button.name, button.value));
  form.submit();
}

async function guardForm(event) {
  const form = event.target;
  if (form.method !== "post" || "keep" in form.dataset || answered.delete(form)) return;
  event.preventDefault();
  event.stopPropagation();
  if (form.dataset.sent) return;
  const button = submitterOf(event);
  await once(button, async () => {
    if (await reached()) return resend(form, button);
    return notice(NOTHING_CHANGED, form);
  });
}

function followed(event) {
  const link = linkOf(event);
  if (!link || link.target || "download" in link.attributes) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || (url.hash && url.pathname === location.pathname)) return;
  event.preventDefault();
  if (!link.hasAttribute("aria-busy")) once(link, async () => {
    leaves = true;
    leaves = await opens(url);
    if (!leaves) return notice(NO_WAY, link);
    location.assign(url.href);
    setTimeout(() => { leaves = false; }, STOPPED);
  });
}

document.addEventListener("submit", guardForm, true);
document.addEventListener("click", followed);
addEventListener("pageshow", () => { leaves = false; });
document.addEventListener("server:lost", () => { answeredAt = 0; });
document.addEventListener("server:reached", () => {
  answeredAt = Date.now();
  if ([NO_WAY, NOTHING_CHANGED].includes(noticed)) notice("");
});
