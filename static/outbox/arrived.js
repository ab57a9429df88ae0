// Entries that a phone could not send to the club's old address. They are sent when the user says so: any
// page can write such a link, and it goes to the matches of this club only.
import { make, root } from "../page/page.js";
import { flush, show } from "./outbox.js";
import { delivered, keep, waiting } from "./store.js";
import { matchOf } from "./entry.js";

function broughtAlong() {
  const [, text] = /^#kept=(.+)$/.exec(location.hash) ?? [];
  const [club] = /^.*\/c\/[^/]+\//.exec(location.pathname) ?? [];
  if (!text || !club) return [];
  history.replaceState(history.state, "", location.pathname + location.search);
  try {
    return JSON.parse(decodeURIComponent(text)).map((entry) => atThisAddress(entry, club)).filter(Boolean);
  } catch {
    return []; // cut short, or not ours
  }
}

// The same entry for this address.
function atThisAddress(entry, club) {
  const { pathname, search } = new URL(entry.action);
  const path = pathname.slice(pathname.indexOf("/c/"));
  if (!(root.base + path).startsWith(`${club}matches/`)) return null;
  const action = location.origin + root.base + path + search;
  return { ...entry, n: undefined, action, match: matchOf(action), status: "waiting", tries: 0, sentOn: undefined, said: undefined };
}

async function takeIn(brought) {
  const known = [...await waiting(), ...(await Promise.all(brought.map(({ match }) => delivered(match)))).flat()];
  for (const { n, ...entry } of brought) if (!known.some(({ key }) => key === entry.key)) await keep(entry);
  await show();
  flush();
}

function offerToSend(brought) {
  const words = brought.map(({ sides, kind, words }) => make("p", make("b", `${sides} · ${kind}: ${words}`)));
  const send = make("button", "Send it", { type: "button", className: "primary" });
  const said = make("p", "This phone could not send this at the club’s old address:");
  const card = make("section", [said, ...words, send], { className: "card" });
  send.addEventListener("click", () => { card.remove(); takeIn(brought); });
  document.getElementById("said").after(card);
}

const fromThere = broughtAlong();
if (fromThere.length) offerToSend(fromThere);
