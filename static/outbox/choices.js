// The choices for an entry that waits, was refused or came second.
import { announce, newKey, tell } from "../page/page.js";
import { flush, inFlight, post, show } from "./outbox.js";
import { drop, keep } from "./store.js";
import { withField } from "./entry.js";

async function choose({ entry, choice }) {
  if (entry.key === inFlight) return announce("It is being sent now.");
  if (choice === "open") return post(entry);
  let made = choice;
  if (choice === "drop") await drop(entry);
  else if (choice === "hold") await keep({ ...entry, status: "editing" });
  else if (choice === "release") await keep({ ...entry, status: "waiting" });
  else {
    const changed = { ...choice.fields, key: newKey() };
    const fields = Object.entries(changed).reduce((all, [name, value]) => withField(all, name, value), entry.fields);
    const action = new URL(choice.action, location).href;
    // Replaces the old one in one step: if the tab is closed now, neither is lost.
    made = { ...choice, key: changed.key };
    await keep({ ...entry, action, fields, key: changed.key, status: "waiting", tries: 0, said: undefined, offered: false });
  }
  tell("outbox:chosen", { entry, choice: made });
  await show();
  return flush();
}

document.addEventListener("outbox:choose", ({ detail }) => choose(detail));
