// What is missing in the end of a round, or cannot be, in the rules' words and order, as {message, field, seats}. What
// this does not see (tiles on the table, open ends, parity) is the server's to say; what it refuses, the server refuses.
//
// An end is an entry of count.js; `out` is undefined while nothing is chosen, `held` counts tiles beside the pips,
// `boneyard` what nobody holds.
import { bothMustGoOut, counted, inPairs, listed, numbersOf, pipsOf, sideName, sideOf, sum } from "./count.js";

// The hands that are missing in one sentence, as Save says it.
export function handsTogether(faults) {
  const missing = faults.filter((fault) => fault.missing);
  if (missing.length < 2) return faults;
  const message = `Enter what ${listed(missing.map((fault) => fault.missing))} still hold.`;
  return [{ ...missing[0], message }, ...faults.filter((fault) => !fault.missing)];
}

const put = (words, facts) => words.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const tileOf = (tile) => numbersOf(tile).sort((a, b) => b - a).join("-");

// Whether the points of this end depend on what is left in the hands.
function needsHands({ card }, out) {
  if (card.game === "threes_fives") return out === null && card.block_low_bonus;
  return out === null || card.scoring !== "games";
}

// Whether the points of this end come from this hand, too.
export function isWanted(table, { out, foul }, seat) {
  const { card } = table, by = foul ?? out;
  if (by === null || !(by >= 0)) return true;
  if (foul >= 0 && card.foul === "pips") return seat === foul;
  if (inPairs(table) && (card.out_counts === "all_hands" || (card.both_must_chip_out && foul === undefined))) return seat !== out;
  return (sideOf(table, seat) === sideOf(table, by)) === (foul >= 0);
}

// The fewest and the most pips that so many tiles of the set can show.
function span(card, tiles) {
  const values = [];
  for (let low = 0; low <= card.set; low += 1) {
    for (let high = low; high <= card.set; high += 1) values.push(low + high || card.double_blank_value);
  }
  values.sort((a, b) => a - b);
  return { low: sum(values.slice(0, tiles)), high: sum(values.slice(Math.max(0, values.length - tiles))) };
}

export function faultsOf(table, standing, end) {
  const { seats } = table;
  if (end.out === undefined) return [{ message: "Is somebody out, or is it blocked?", field: "out", seats: [] }];
  const found = [];
  const say = (code, about, facts) => {
    const names = about.map((seat) => seats[seat]), [field, words] = table.faults[code];
    found.push({ message: put(words, { name: names[0], names: listed(names), ...facts }), field, seats: about });
  };
  const entered = (seat) => end.hands[seat] !== null;
  if ((!(end.foul < 0) && needsHands(table, end.foul ?? end.out)) || end.hands.some((hand) => hand !== null)) {
    seats.forEach((name, seat) => {
      if (entered(seat) || !isWanted(table, end, seat)) return;
      say("hand_missing", [seat]);
      found[found.length - 1].missing = name;
    });
  }
  wrongTiles(table, standing, end, say);
  if (end.foul === undefined) (end.out === null ? wrongBlock : wrongOut)(table, end, entered, say);
  wrongLastTile(table, standing, end, say);
  wrongPips(table, standing, end, say);
  return found;
}

// What is possible and hardly ever so: it is asked about, and not refused.
export function doubtsOf({ card, seats }, { hands }) {
  return seats.map((name, seat) => [name, pipsOf(card, hands[seat])]).filter(([, pips]) => pips > card.likely)
    .map(([name, pips]) => put(card.unlikely, { name, pips }));
}

const heldBy = ({ hands, held = [] }, seat) => (Array.isArray(hands[seat]) ? hands[seat].length : held[seat] ?? null);

// Whether the hand is empty; null where 0 pips may be the double blank alone.
function isEmpty(end, seat) {
  const held = heldBy(end, seat);
  return held === null && end.hands[seat] === 0 ? null : held === 0;
}

// The most tiles that all players together can have drawn.
function mostDrawn({ card, seats }, { boneyard = null }) {
  const left = (card.set + 1) * (card.set + 2) / 2 - seats.length * card.deal;
  const resting = boneyard ?? (left ? card.boneyard_reserve : 0);
  return card.draw ? Math.max(0, left - resting) : 0;
}

function mostHeld(table, standing, end, seat) {
  return Math.max(0, table.card.deal + mostDrawn(table, end) - (seat === (end.leader ?? standing.leader) ? 1 : 0));
}

function wrongTiles(table, standing, end, say) {
  const { seats } = table, holders = new Map();
  end.hands.forEach((hand, seat) => {
    const tiles = Array.isArray(hand) ? hand.map(tileOf) : [];
    for (const tile of new Set(tiles)) {
      if (tiles.indexOf(tile) !== tiles.lastIndexOf(tile)) say("duplicate_tile_in_hand", [seat], { tile });
      holders.set(tile, [...holders.get(tile) || [], seat]);
    }
  });
  for (const [tile, who] of holders) {
    if (who.length > 1) say("duplicate_tile_across_hands", who, { tile });
  }
  seats.forEach((_, seat) => {
    const number = heldBy(end, seat), most = mostHeld(table, standing, end, seat);
    if (number > most) say("too_many_tiles", [seat], { number, most });
  });
}

function wrongOut(table, end, entered, say) {
  const { seats, sides } = table, { out } = end;
  const own = sides.find((side) => side.includes(out)), all = seats.map((_, seat) => seat);
  if (all.every((seat) => entered(seat) && isEmpty(end, seat) === false)) say("nobody_empty", []);
  if (entered(out) && isEmpty(end, out) === false) say("out_player_has_tiles", [out]);
  if (!bothMustGoOut(table)) {
    const empty = all.filter((seat) => seat !== out && entered(seat) && isEmpty(end, seat));
    if (empty.length) say("multiple_empty_hands", [out, ...empty], { who: "one player" });
    return;
  }
  for (const side of sides) {
    if (side !== own && side.every((seat) => entered(seat) && isEmpty(end, seat))) {
      say("multiple_empty_hands", [...own, ...side], { who: "one pair" });
    }
  }
  for (const partner of own) {
    if (partner !== out && entered(partner) && isEmpty(end, partner) === false) {
      const held = heldBy(end, partner), what = held === null ? "tiles" : held === 1 ? "a tile" : counted(held, "tile");
      say("partner_not_out", [out, partner], { partner: seats[partner], what });
    }
  }
}

function wrongBlock(table, end, entered, say) {
  const { seats, sides } = table;
  if (bothMustGoOut(table)) {
    for (const side of sides) {
      if (side.every((seat) => entered(seat) && isEmpty(end, seat) !== false)) {
        say("blocked_but_team_out", side);
      }
    }
  } else {
    seats.forEach((_, seat) => {
      if (entered(seat) && isEmpty(end, seat)) say("blocked_but_empty_hand", [seat]);
    });
  }
}

// Where somebody entered the last tile's play, and what is still to be drawn.
function wrongLastTile(table, { last }, { out, foul, boneyard = null }, say) {
  const { card, sides } = table;
  if (card.game === "threes_fives" && last !== null && (out === null || sideOf(table, out) !== last)) {
    say("last_tile_elsewhere", sides[last], { names: sideName(table, last) });
  }
  if (out === null && foul === undefined && card.draw && boneyard !== null && boneyard > card.boneyard_reserve) {
    say("boneyard_not_exhausted", [], { count: counted(boneyard - card.boneyard_reserve, "tile") });
  }
}

function wrongPips(table, standing, end, say) {
  const { card, seats } = table, { hands } = end;
  const mayBeEmpty = (seat) => bothMustGoOut(table) || seat === end.out || end.foul !== undefined;
  const byPips = seats.map((_, seat) => seat).filter((seat) => typeof hands[seat] === "number");
  for (const seat of byPips) {
    const held = heldBy(end, seat);
    const { low, high } = held === null
      ? { low: mayBeEmpty(seat) ? 0 : span(card, 1).low, high: span(card, mostHeld(table, standing, end, seat)).high } : span(card, held);
    const why = held === null ? "" : ` on ${counted(held, "tile")}, only ${low} to ${high}`;
    if (hands[seat] < low || hands[seat] > high) say("pips_out_of_range", [seat], { pips: hands[seat], why });
  }
  if (byPips.length > 1) {
    const held = byPips.map((seat) => heldBy(end, seat)), pips = sum(byPips.map((seat) => hands[seat]));
    const isCounted = !held.includes(null), most = isCounted ? sum(held) : seats.length * card.deal + mostDrawn(table, end) - 1;
    const { low, high } = span(card, most);
    if (pips > high || (isCounted && pips < low)) say("pips_joint_out_of_range", byPips, { pips, why: isCounted ? ` on ${counted(most, "tile")}` : "" });
  }
  const zero = seats.map((_, seat) => seat).filter((seat) => (Array.isArray(hands[seat]) ? hands[seat].join() === "0-0"
    : hands[seat] === 0 && !isEmpty(end, seat) && (heldBy(end, seat) > 0 || !mayBeEmpty(seat))));
  if (byPips.length && zero.length > 1) say("two_zero_hands", zero, { both: zero.length === 2 ? "both" : "all" });
}
