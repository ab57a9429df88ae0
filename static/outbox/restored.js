// A server restored from an older copy is sent again what it has acknowledged since and no longer has, oldest first.
import { flush, show } from "./outbox.js";
import { delivered, offerAnew } from "./store.js";
import { announce, root } from "../page/page.js";

// Another phone's entry may have taken the number of one that is gone. A round that was agreed with another phone's
// has no event of its own.
const isGone = (entry, version, marks) => entry.version > version
  || (!entry.agreed && entry.version > version - marks.length && !marks.includes(entry.key.slice(0, 6)));

async function compare({ match, version, marks, asked }) {
  const kept = await delivered(match).catch(() => []); // without storage
  // What was delivered while the club was being asked; a phone whose clock was put back has some from the future.
  const meanwhile = ({ at }) => at >= asked && at <= Date.now();
  const missing = kept.filter((entry) => isGone(entry, version, marks) && !meanwhile(entry));
  if (!missing.length) return;
  for (const entry of missing) await offerAnew({ ...entry, tries: 0, sentOn: undefined, offered: true, said: undefined });
  announce("The club was restored from an older copy. This phone sends its entries again.");
  await show();
  flush();
}

// A pocket's club is on this phone; it loses only what was dropped for what the club has.
if (!("pocket" in root)) document.addEventListener("match:version", ({ detail }) => compare(detail));
