// What another phone has entered a moment ago: whoever enters the same once more may mean the same round.
import { pipsOf } from "../count/count.js";

const JUST_ENTERED = 60000; // ms
const ownVersions = new Set();
let theirs = null; // the newest round that came from another phone: {round, end, at}
let newestRound = null;

function lookAtRounds() {
  const { standing, version } = (document.querySelector("[data-standing]") || { dataset: {} }).dataset;
  if (!standing) return;
  const { round, before } = JSON.parse(standing);
  if (newestRound !== null && round > newestRound) {
    theirs = ownVersions.has(version) ? null : { round: round - 1, end: JSON.stringify(before), at: Date.now() };
  }
  newestRound = round;
}

export function repeatedEnd({ card }, { out, hands }, round) {
  const end = JSON.stringify([out, hands.map((hand) => (hand === null ? null : pipsOf(card, hand)))]);
  const isSame = theirs?.end === end && Date.now() - theirs.at < JUST_ENTERED && theirs.round < round;
  return isSame ? [`Another phone has just entered the same as round ${theirs.round}. Is this one more round?`] : [];
}

addEventListener("outbox:saved", ({ detail: { said } }) => ownVersions.add(String(said.version)), true);
document.addEventListener("page:updated", lookAtRounds);
lookAtRounds();
