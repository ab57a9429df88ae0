// Brings a copy and its club up to date by itself, on every page of the copy, where the phone was asked to.
import { Asked, bringUpToDate, lastTime, setSyncState, syncState } from "./sync.js";

const EVERY = 60000; // ms from one try to the next
const synced = document.getElementById("synced");
const UNDECIDED = "Something needs your word: open “This phone and the club”.";
let underWay = false;

function showSynced(words = "") {
  if (!synced) return;
  synced.textContent = [lastTime(), words].filter(Boolean).join(" ");
  synced.hidden = !synced.textContent;
}

async function tryByItself() {
  if (underWay || document.hidden || !syncState().itself || Date.now() - (syncState().tried ?? 0) < EVERY) return;
  underWay = true;
  setSyncState({ tried: Date.now() });
  try {
    const left = await bringUpToDate(() => {});
    showSynced(left.length ? UNDECIDED : "");
  } catch (error) {
    showSynced(error instanceof Asked ? UNDECIDED : ""); // where the club is out of reach, another try follows
  }
  underWay = false;
}

function tryNow() {
  setSyncState({ tried: 0 });
  tryByItself();
}

if ("pocket" in document.documentElement.dataset) {
  showSynced();
  tryByItself();
  setInterval(tryByItself, EVERY / 4);
  addEventListener("online", tryNow);
  document.addEventListener("visibilitychange", tryByItself);
}
