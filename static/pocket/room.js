// Says where scores are shown how safely this phone keeps them: one that has no room, or a browser that may clear it.

const ROOM = 5e6; // bytes: many evenings
const NO_ROOM = 507;
const RISK = "This browser may delete the scores when the phone runs out of room, and a private window when it is closed: ";
const line = document.getElementById("room");

function say(words, className) {
  line.firstElementChild.textContent = words;
  line.className = className;
  line.hidden = !words;
}

async function look() {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  const left = quota - usage;
  if (left < ROOM) {
    say(`This phone has ${(left / 1e6).toFixed(1)} MB left: make room, or rounds may not be saved.`, "card error");
    return;
  }
  const safe = !("evening" in line.dataset) || await navigator.storage.persisted();
  const over = document.getElementById("slip"); // a match has just ended: now there is something to lose
  say(safe ? "" : RISK + (over ? "take this evening to the club, or keep its file now." : "after the evening, take them to the club or keep a file."), over ? "card" : "muted");
}

if (line) {
  if (navigator.storage?.estimate) look().catch(() => {});
  document.addEventListener("outbox:held", ({ detail: { said } }) => {
    if (said.status !== NO_ROOM) return;
    say(said.detail, "card error");
    document.getElementById("said").textContent = said.detail;
    line.scrollIntoView({ block: "nearest" });
  });
  for (const event of ["outbox:delivered", "page:opened", "page:updated"]) document.addEventListener(event, () => look().catch(() => {}));
}
