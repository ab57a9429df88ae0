// The choices for an entry that waits, was refused or came second.
import { announce, newKey, notice, NOTHING_CHANGED, tell } from "../page/page.js";
import { countRounds } from "../count/shown.js";
import { drop, field, keep, waiting, withField } from "./store.js";
import { flush, post, show } from "./outbox.js";
import { desk } from "./sender.js";
import { reached } from "../page/http.js";

// Which round comes after this entry's, once it is dropped or has gone: the club says so where it was asked.
function roundAfter(entry, choice) {
  const open = (entry.said?.choices ?? []).find(({ fields }) => fields.round && !fields.standing)?.fields.round;
  if (choice.fields?.round && !choice.fields.standing) return Number(choice.fields.round) + 1;
  return Number(open ?? entry.round);
}

const keepAs = (entry, round) => keep({ ...entry, round, fields: withField(entry.fields, "round", round) });

// The rounds behind it go on from there. One that has left keeps its number: its key is used for that content.
async function renumberBehind(entry, next) {
  const by = next - (entry.round + 1);
  if (!by || !entry.ends || field(entry, "standing")) return;
  const behind = (each) => each.match === entry.match && each.n > entry.n && each.round > entry.round && !each.left;
  for (const each of (await waiting()).filter(behind)) await keepAs(each, each.round + by);
}

// What waits goes into the rounds that are counted without the one that was dropped.
async function renumberAll() {
  for (const { entry, round } of countRounds().filter((each) => !each.entry.left)) await keepAs(entry, round);
  await show();
}

async function choose({ entry, choice }) {
  if (entry.key === desk.inFlight) return announce("It is being sent now.");
  if (choice === "open") return await reached() ? post(entry) : notice(NOTHING_CHANGED);
  let made = choice;
  if (choice === "drop") await drop(entry);
  else if (choice === "hold") await keep({ ...entry, status: "editing" });
  else if (choice === "release") await keep({ ...entry, status: "waiting" });
  else {
    const changed = { ...choice.fields, key: newKey() };
    const fields = Object.entries(changed).reduce((all, [name, value]) => withField(all, name, value), entry.fields);
    const action = new URL(choice.action, location.href).href;
    // Replaces the old one in one step: if the tab is closed now, neither is lost.
    made = { ...choice, key: changed.key };
    const round = Number(changed.round ?? entry.round);
    await keep({ ...entry, action, fields, round, key: changed.key, status: "waiting", tries: 0, sentOn: undefined, left: false, said: undefined, offered: false });
  }
  const merelyWaited = choice === "drop" && entry.status === "waiting";
  if (!merelyWaited && (choice === "drop" || choice.fields)) await renumberBehind(entry, roundAfter(entry, choice));
  tell("outbox:chosen", { entry, choice: made });
  await show();
  if (merelyWaited) await renumberAll();
  return flush();
}

document.addEventListener("outbox:choose", ({ detail }) => choose(detail));
