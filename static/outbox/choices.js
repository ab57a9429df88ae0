// The choices for an entry that waits, was refused or came second.
import { announce, newKey, notice, NOTHING_CHANGED, tell } from "../page/page.js";
import { countRounds } from "../count/shown.js";
import { drop, field, inRound, keep, waiting, withField } from "./store.js";
import { flush, post, show } from "./outbox.js";
import { desk, withVersion } from "./sender.js";
import { reached } from "../page/http.js";

// The round that a choice adds this entry as, if any.
/** @param {any} choice */
const roundOf = ({ fields = {} } = {}) => !fields.standing && Number(fields.round);

// The rounds behind it go on from there, or from the open one where it is dropped: the club says which where it was
// asked. One that has left keeps its number: its key is used for that content.
async function roundsBehind(entry, choice) {
  const by = (roundOf(choice) || (roundOf(entry.said?.choices?.find(roundOf)) || entry.round) - 1) - entry.round;
  if (!by || !entry.ends || field(entry, "standing")) return [];
  return (await waiting()).filter((each) => each.match === entry.match && each.n > entry.n && each.round > entry.round && !each.left)
    .map((each) => inRound(each, each.round + by));
}

// What waits goes into the rounds that are counted without the one that is dropped.
async function countWithout({ n }) {
  tell("outbox:waiting", (await waiting()).filter((each) => each.n !== n));
  return countRounds().filter(({ entry }) => !entry.left).map(({ entry, round }) => inRound(entry, round));
}

async function choose({ entry, choice }) {
  if (entry.key === desk.inFlight) return announce("It is being sent now.");
  if (choice === "open") {
    if (!await reached()) return notice(NOTHING_CHANGED);
    await keep({ ...entry, status: "waiting" }); // taken, it is sent once more as the same act; else its page has it
    return post(await withVersion(entry));
  }
  let made = choice;
  if (choice === "drop") await drop(entry, await (entry.status === "waiting" ? countWithout(entry) : roundsBehind(entry, choice)));
  else if (choice === "hold") await keep({ ...entry, status: "editing" });
  else if (choice === "release") await keep({ ...entry, status: "waiting" });
  else {
    const key = newKey(), changed = { ...choice.fields, key };
    const fields = Object.entries(changed).reduce((all, [name, value]) => withField(all, name, value), entry.fields);
    const action = new URL(choice.action, location.href).href;
    // Replaces the old one in one step: if the tab is closed now, neither is lost.
    made = { ...choice, key };
    const round = Number(changed.round ?? entry.round);
    await keep({ ...entry, action, fields, round, key, status: "waiting", tries: 0, sentOn: undefined, left: false, said: undefined, offered: false }, await roundsBehind(entry, choice));
  }
  tell("outbox:chosen", { entry, choice: made });
  await show();
  return flush();
}

document.addEventListener("outbox:choose", ({ detail }) => choose(detail));
