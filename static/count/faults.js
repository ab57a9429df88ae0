// What is missing in the end of a round, or cannot be, in the rules' words and order, as {message, field, seats}. What
// this does not see (tiles on the table, open ends, parity) is the server's to say; what it refuses, the server refuses.
//
// An end is an entry of count.js; `out` is undefined while nothing is chosen, `held` counts tiles beside the pips,
// `boneyard` what nobody holds.
import { bothMustGoOut, counted, listed, numbersOf, pipsOf, sideName, sideOf, sum } from "./count.js";

// The hands that are missing in one sentence, as Save says it.
export function handsTogether(faults) {
  const missing = faults.filter((fault) => fault.missing);
  if (missing.length < 2) return faults;
  const message = `Enter what ${listed(missing.map((fault) => fault.missing))} still hold.`;
  return [{ ...missing[0], message }, ...faults.filter((fault) => !fault.missing)];
}

const tileOf = (tile) => numbersOf(tile).sort((a, b) => b - a).join("-");

// Whether the points of this end depend on what is left in the hands.
function needsHands({ card }, out) {
  if (card.game === "threes_fives") return out === null && card.block_low_bonus;
  return out === null || card.scoring !== "games";
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
  const say = (message, about, field = "hand") => found.push({ message, field, seats: about });
  const entered = (seat) => end.hands[seat] !== null;
  if ((!(end.foul < 0) && needsHands(table, end.foul ?? end.out)) || end.hands.some((hand) => hand !== null)) {
    seats.forEach((name, seat) => {
      if (!entered(seat) && (end.foul >= 0 && table.card.foul === "pips" ? seat === end.foul : seat !== end.out)) found.push({ message: `Enter what ${name} still holds.`, field: "hand", seats: [seat], missing: name });
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
    .map(([name, pips]) => card.unlikely.replace("{pips}", pips).replace("{name}", () => name));
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
      if (tiles.indexOf(tile) !== tiles.lastIndexOf(tile)) say(`${seats[seat]} has ${tile} twice: every tile exists once.`, [seat]);
      holders.set(tile, [...holders.get(tile) || [], seat]);
    }
  });
  for (const [tile, who] of holders) {
    if (who.length > 1) say(`${listed(who.map((seat) => seats[seat]))} both have ${tile}: every tile exists once.`, who);
  }
  seats.forEach((name, seat) => {
    const held = heldBy(end, seat), most = mostHeld(table, standing, end, seat);
    if (held > most) say(`${name} cannot hold ${held} tiles: ${most} at most. Check the hand.`, [seat]);
  });
}

function wrongOut(table, end, entered, say) {
  const { seats, sides } = table, { out } = end;
  const own = sides.find((side) => side.includes(out)), all = seats.map((_, seat) => seat);
  const names = (some) => listed(some.map((seat) => seats[seat]));
  if (all.every((seat) => entered(seat) && isEmpty(end, seat) === false)) say("Nobody’s hand is empty, so nobody is out yet.", [], "event");
  if (entered(out) && isEmpty(end, out) === false) {
    say(`${seats[out]} cannot be out and still hold tiles: empty that hand or choose somebody else.`, [out], "event");
  }
  if (!bothMustGoOut(table)) {
    const empty = all.filter((seat) => seat !== out && entered(seat) && isEmpty(end, seat));
    if (empty.length) say(`${names([out, ...empty])} are out, but only one player can be: enter what the others still hold.`, [out, ...empty]);
    return;
  }
  for (const side of sides) {
    if (side !== own && side.every((seat) => entered(seat) && isEmpty(end, seat))) {
      say(`${names([...own, ...side])} are out, but only one pair can be: enter what the others still hold.`, [...own, ...side]);
    }
  }
  for (const partner of own) {
    if (partner !== out && entered(partner) && isEmpty(end, partner) === false) {
      const held = heldBy(end, partner), what = held === null ? "tiles" : held === 1 ? "a tile" : counted(held, "tile");
      say(`${seats[out]} is out but ${seats[partner]} still holds ${what}: both partners must go out.`, [out, partner], "event");
    }
  }
}

function wrongBlock(table, end, entered, say) {
  const { seats, sides } = table;
  if (bothMustGoOut(table)) {
    for (const side of sides) {
      if (side.every((seat) => entered(seat) && isEmpty(end, seat) !== false)) {
        say(`${listed(side.map((seat) => seats[seat]))} have no tile left: they are out.`, side, "event");
      }
    }
  } else {
    seats.forEach((name, seat) => {
      if (entered(seat) && isEmpty(end, seat)) say(`${name} has no tile left: that is going out, not a block.`, [seat], "event");
    });
  }
}

// Where somebody entered the last tile's play, and what is still to be drawn.
function wrongLastTile(table, { last }, { out, foul, boneyard = null }, say) {
  const { card, sides } = table;
  if (card.game === "threes_fives" && last !== null && (out === null || sideOf(table, out) !== last)) {
    const words = `The last tile was ${sideName(table, last)}’s, by the plays of this round: choose so, or correct that play.`;
    say(words, sides[last], "event");
  }
  if (out === null && foul === undefined && card.draw && boneyard !== null && boneyard > card.boneyard_reserve) {
    say(`${counted(boneyard - card.boneyard_reserve, "tile")} can still be drawn: it is not blocked yet.`, [], "boneyard");
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
    if (hands[seat] < low || hands[seat] > high) say(`${seats[seat]} cannot have ${hands[seat]} pips${why}. Count the hand again.`, [seat]);
  }
  if (byPips.length > 1) {
    const held = byPips.map((seat) => heldBy(end, seat)), together = sum(byPips.map((seat) => hands[seat]));
    const isCounted = !held.includes(null), most = isCounted ? sum(held) : seats.length * card.deal + mostDrawn(table, end) - 1;
    const { low, high } = span(card, most);
    if (together > high || (isCounted && together < low)) {
      say(`These hands together cannot have ${together} pips${isCounted ? ` on ${counted(most, "tile")}` : ""}. Count them again.`, byPips);
    }
  }
  const zero = seats.map((_, seat) => seat).filter((seat) => (Array.isArray(hands[seat]) ? hands[seat].join() === "0-0"
    : hands[seat] === 0 && !isEmpty(end, seat) && (heldBy(end, seat) > 0 || !mayBeEmpty(seat))));
  if (byPips.length && zero.length > 1) {
    const names = listed(zero.map((seat) => seats[seat]));
    say(`${names} cannot ${zero.length === 2 ? "both" : "all"} hold tiles worth 0: there is only one double blank.`, zero);
  }
}
