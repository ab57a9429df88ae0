// Shows how many entries wait on this phone, whether the club answers, and waiting points as not counted yet.
import { announce, clock, make, root, tell } from "../page/page.js";

const KEEPS_NOTHING = "This phone cannot keep entries (private browsing, or no storage): without signal you cannot enter any.";
const KEPT = "Kept on this phone.";
const SOON = 800; // ms an entry may take before it is shown as waiting
const badge = document.getElementById("badge");
const inIcon = matchMedia("(display-mode: standalone)").matches;
const inPocket = "pocket" in root; // the app itself is in this phone: there is no network to be lost
export const here = (entry) => `${location.pathname}/`.startsWith(`${entry.match}/`);
let entries = [];
let silentSince = root.kept ? Date.now() : 0;
let refusal = ""; // the club's answer to a phone whose link was revoked
let keepsNothing = false;

const tryNow = make("button", "Try now", { type: "button", className: "link", hidden: true });
tryNow.addEventListener("click", () => { tell("outbox:send-now"); tell("server:ask"); });
badge?.after(tryNow);

export const due = (entry) => entry.status !== "waiting" || entry.tries > 0 || Date.now() - entry.created > SOON;

function showBadge() {
  if (!badge) return;
  const waiting = entries.filter(due).length;
  const away = inPocket ? "no answer" : "offline", asOf = root.kept ? `as of ${clock(root.kept)}` : "";
  const silent = silentSince ? (asOf ? `offline, ${asOf}` : `${away} since ${clock(silentSince)}`) : refusal;
  const words = [waiting ? `${waiting} waiting` : "", keepsNothing ? "keeps nothing" : "", silent].filter(Boolean).join(" · ");
  const text = words || (document.querySelector("[data-live]") ? "live" : "");
  if (badge.textContent !== text) badge.textContent = text;
  badge.dataset.count = waiting || "";
  badge.hidden = !text;
  tryNow.hidden = !silentSince && !entries.some((entry) => entry.tries && entry.status === "waiting");
  badge.classList.toggle("ok", !words);
  const slot = document.querySelector("[data-waiting]");
  // Beside a long name there is room for two words.
  if (slot) slot.textContent = waiting ? `${waiting} waiting` : silentSince ? asOf || away : words;
  // On the icon, where there is one: in a tab a headless Chromium 83 dies of it.
  if (inIcon) navigator[waiting ? "setAppBadge" : "clearAppBadge"]?.(waiting || undefined).catch(() => {});
}

// Said before anything is entered: at the foot, where it moves nothing that a thumb aims at.
function sayKeepsNothing() {
  if (keepsNothing || !document.querySelector("form[data-keep], #state[data-form]")) return;
  keepsNothing = true;
  const line = make("p", KEEPS_NOTHING, { className: "card error" });
  line.setAttribute("role", "alert");
  document.getElementById("main").append(line);
  showBadge();
}

document.addEventListener("outbox:waiting", ({ detail }) => {
  entries = detail;
  showBadge();
});
document.addEventListener("outbox:kept", ({ detail: { entry } }) => setTimeout(() => {
  if (entries.some(({ key, status, said }) => key === entry.key && status === "waiting" && !said)) announce(KEPT);
  tell("outbox:look");
}, SOON));
document.addEventListener("outbox:delivered", () => {
  if (document.getElementById("said")?.textContent === KEPT) announce("Saved.");
});
document.addEventListener("outbox:held", ({ detail: { entry, fate, said } }) => {
  if (fate === "waiting") return;
  if (here(entry)) announce(fate === "conflict" ? `${said.detail} Nothing was saved yet: choose what counts.` : `Not saved: ${said.detail}`);
});
document.addEventListener("server:reached", () => { silentSince = 0; refusal = ""; showBadge(); });
document.addEventListener("server:refused", ({ detail }) => { silentSince = 0; refusal = detail; showBadge(); });
document.addEventListener("server:lost", () => { silentSince = silentSince || Date.now(); showBadge(); });
document.addEventListener("page:updated", showBadge);
document.addEventListener("outbox:keeps-nothing", sayKeepsNothing);
showBadge();
