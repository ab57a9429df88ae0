// The pages on which a phone and its club are brought up to date: by a tap, a code that was scanned, or a file.
import { Asked, bringUpToDate, home, isThere, OUT_OF_REACH, post, setSyncState, syncState } from "./sync.js";
import { newKey } from "../page/page.js";

const part = document.getElementById("hand-over");
const answer = document.getElementById("handed");
const along = document.getElementById("along");
const scanned = document.getElementById("scanned");
const NOT_OPENED = {
  404: "Nobody opens clubs on this server by themselves. Ask whoever runs it for the manager’s link of a new club, or take the file.",
  422: "The server did not open a club: give this phone a name, or try again tomorrow.",
};
const OPENS_NOTHING = "This link opens no empty club on this server: it has been used, or ended. Ask for another one.";
const AWAY = "The server cannot be reached. The club is on this phone as it was: try again where there is a network.";
const TOO_LARGE = "This club is too large to go in one piece. Save its file: whoever runs the server can import it there.";
const tellThere = (words) => { answer.textContent = words; };

async function syncNow(choices) {
  const left = await bringUpToDate(tellThere, choices);
  const form = document.getElementById("received");
  form.elements.there.value = JSON.stringify(left);
  form.submit();
}

// Who is who is said on the club's own page.
function sendThere(text) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${home}/take-in`, target: "_top" });
  for (const [name, value] of [["document", text], ["from_pocket", "yes"]]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

function failedThere(error) {
  if (error instanceof Asked) sendThere(error.text);
  else tellThere(error instanceof TypeError ? OUT_OF_REACH : error.message);
}

// A new club on the server: by the manager's link of an empty one, by the link of a first start, or as a server allows it.
// Under one key, so that after a lost answer it is the same club, or this phone's, which has taken its place.
function emptyClub({ name }, { phone, link }) {
  const { key = newKey() } = syncState();
  setSyncState({ key });
  if (!link.value) return fetch("/clubs", { method: "POST", body: new URLSearchParams({ name, phone: phone.value, key }) });
  const { pathname } = new URL(link.value, location.origin);
  if (!pathname.startsWith("/start/")) return fetch(pathname, { cache: "no-store" });
  return fetch(pathname, { method: "POST", body: new URLSearchParams({ name, key }) });
}

// A new club on the server, which the club of this phone takes the place of.
async function sendWhole(form) {
  const opened = await emptyClub(form.dataset, form.elements);
  const [, empty] = new URL(opened.url).pathname.match(/^\/c\/([^/]+)\/$/) ?? [];
  if (!opened.ok || !empty) throw new Error(form.elements.link.value ? OPENS_NOTHING : NOT_OPENED[opened.status] ?? NOT_OPENED[404]);
  if (home.endsWith(`/${empty}`)) return;
  const file = new FormData();
  file.set("file", new File([await (await fetch(form.dataset.whole, { cache: "no-store" })).blob()], "club.jsonl"));
  const said = await post(`/c/${empty}/take-in`, file);
  if (said.status === 413) throw new Error(TOO_LARGE);
  if (!said.club) throw new Error(said.detail || AWAY);
}

// Opens this phone's club on the server, unless that was cut short once it was there; then both are brought up to date.
async function openThere(form) {
  tellThere("Opening the club…");
  if (!await isThere()) await sendWhole(form);
  const noted = await post(form.dataset.home, new URLSearchParams());
  if (!noted.ok) throw new Error("This phone could not note that the club is on the server. Try again.");
  await syncNow({}).catch(() => location.reload());
}

async function takeAlong() {
  const file = await fetch(along.dataset.from, { cache: "no-store", redirect: "error" });
  if (!file.ok) return;
  const chosen = new DataTransfer();
  chosen.items.add(new File([await file.blob()], "take-along.jsonl"));
  along.elements.file.files = chosen.files;
  document.getElementById("chosen").hidden = true; // it came from the club's own page: there is nothing to choose
}

// To another phone, by whatever this one sends files with; a share sheet takes text, whatever is in it.
async function sendFile({ dataset }) {
  const text = await (await fetch(dataset.send, { cache: "no-store" })).blob();
  await navigator.share({ files: [new File([text], "scorekeeper.txt", { type: "text/plain" })] }).catch(() => {});
}

// A match that somebody's camera has read: the code stands behind the address, which no server sees.
function offerScanned() {
  scanned.hidden = !/^#match\d+\./.test(location.hash);
  scanned.elements.document.value = location.hash.slice(1);
}

for (const button of document.querySelectorAll("[data-send]")) {
  button.hidden = !navigator.canShare?.({ files: [new File(["a"], "a.txt", { type: "text/plain" })] });
  button.addEventListener("click", () => sendFile(button));
}
if (scanned) {
  offerScanned();
  addEventListener("hashchange", offerScanned);
}
if (part) {
  part.hidden = false;
  const open = document.getElementById("open");
  open?.addEventListener("submit", (event) => {
    event.preventDefault();
    openThere(open).catch((error) => tellThere(error instanceof TypeError ? AWAY : error.message));
  });
  const buttons = document.querySelectorAll("#hand-over > button, button[name^='choice-']");
  const disable = (on) => { for (const button of buttons) button.disabled = on; };
  for (const button of buttons) {
    button.addEventListener("click", async () => {
      disable(true);
      const choices = button.name ? { [button.name.slice("choice-".length)]: button.value } : {};
      await syncNow(choices).catch(failedThere);
      disable(false);
    });
  }
  if (location.search === "?on") buttons[0].click(); // who is who has been answered
  const itself = document.getElementById("itself");
  if (itself) {
    itself.checked = Boolean(syncState().itself);
    itself.addEventListener("change", () => setSyncState({ itself: itself.checked, tried: 0 }));
  }
}
if (along?.dataset.from) takeAlong().catch(() => {});
