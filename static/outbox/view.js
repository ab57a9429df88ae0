// Shows how many entries wait on this phone, whether the club answers, and waiting points as not counted yet.
import { announce, clock, make, root, tell } from "../page/page.js";

const SOON = 800; // ms an entry may take before it is shown as waiting
const badge = document.getElementById("badge");
const inPocket = "pocket" in root; // the app itself is in this phone: there is no network to be lost
export const here = (entry) => `${location.pathname}/`.startsWith(`${entry.match}/`);
let entries = [];
let silentSince = root.kept ? Date.now() : 0;
let refusal = ""; // the club's answer to a phone whose link was revoked

const tryNow = make("button", "Try now", { type: "button", className: "link", hidden: true });
tryNow.addEventListener("click", () => { tell("outbox:send-now"); tell("server:ask"); });
badge?.after(tryNow);

export const due = (entry) => entry.status !== "waiting" || entry.tries > 0 || Date.now() - entry.created > SOON;

function showBadge() {
  if (!badge) return;
  const waiting = entries.filter(due).length;
  const asOf = root.kept ? `offline, as of ${clock(root.kept)}` : "";
  const silent = silentSince ? asOf || `${inPocket ? "no answer" : "offline"} since ${clock(silentSince)}` : refusal;
  const words = [waiting ? `${waiting} waiting` : "", silent].filter(Boolean).join(" · ");
  const text = words || (document.querySelector("[data-live]") ? "live" : "");
  if (badge.textContent !== text) badge.textContent = text;
  badge.hidden = !text;
  tryNow.hidden = !silentSince && !entries.some((entry) => entry.tries && entry.status === "waiting");
  badge.classList.toggle("ok", !words);
}

// Beside each total its waiting points, as entered: only the server adds them up.
export function showPending() {
  for (const old of document.querySelectorAll(".pending")) old.remove();
  const mine = entries.filter(here);
  if (!mine.length) return;
  document.querySelectorAll(".board .side").forEach((side, n) => {
    const gains = mine.flatMap((entry) => entry.gains).filter((gain) => gain.side === n).map((gain) => `+${gain.points}`);
    if (gains.length) side.append(make("p", `${gains.join(" ")} waiting`, { className: "pending" }));
  });
  const unknown = mine.filter((entry) => !entry.gains.length).map((entry) => entry.kind.replace(/\d+/, entry.round));
  if (unknown.length) document.querySelector(".board")?.after(make("p", `Not counted yet: ${unknown.join(", ")}`, { className: "pending" }));
}

document.addEventListener("outbox:waiting", ({ detail }) => {
  const changed = JSON.stringify(entries) !== JSON.stringify(detail);
  entries = detail;
  if (changed) showPending();
  showBadge();
});
document.addEventListener("outbox:kept", ({ detail: { entry } }) => setTimeout(() => {
  if (entries.some(({ key, status }) => key === entry.key && status === "waiting")) announce("Kept on this phone.");
  tell("outbox:look");
}, SOON));
document.addEventListener("outbox:held", ({ detail: { entry, fate, said } }) => {
  if (fate === "waiting") return;
  if (here(entry)) announce(fate === "conflict" ? `${said.detail} Nothing was saved yet: choose what counts.` : `Not saved: ${said.detail}`);
});
document.addEventListener("server:reached", () => { silentSince = 0; refusal = ""; showBadge(); });
document.addEventListener("server:refused", ({ detail }) => { silentSince = 0; refusal = detail; showBadge(); });
document.addEventListener("server:lost", () => { silentSince = silentSince || Date.now(); showBadge(); });
document.addEventListener("page:updated", showPending);
showBadge();
