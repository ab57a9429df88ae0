// The phone's count: what was tapped, added to where the match stands. It says the same as the rules in Python, number
// for number and word for word (tests/browser/count); what they say replaces it.
// `table` and `standing` are made by rules/matches/count_data.py. A player is a seat, a side its place.
//
// An entry is a play {kind: "key", side, points} or {kind: "ends", side, shown: "5 3d *6"}, with `last` for the tile
// that chips out and `down` for the one that opens the round; {kind: "tile" | "draw" | "knock", seat, ...}, whose points
// only the rules know; or the end of a round {kind: "round", out: seat | null, hands, leader, last: points}, with `foul`
// where one ended it: whose it was, -1 for nobody's. A hand is its tiles ["6-4"], its pips, or null where none was entered: [], 0 and null are three hands.

const MINUS = "−";
export const minus = (number) => (number < 0 ? `${MINUS}${-number}` : String(number));
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
export const listed = (names, last = "and") => (
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names[names.length - 1]}`);
export const sideName = ({ seats, sides }, side) => sides[side].map((seat) => seats[seat]).join(" & ");
export const sideOf = ({ sides }, seat) => sides.findIndex((side) => side.includes(seat));
export const inPairs = ({ sides }) => sides.some((side) => side.length > 1);
export const bothMustGoOut = (table) => table.card.both_must_chip_out && inPairs(table);
const scoresInPlay = (card) => card.game === "fives" || card.game === "threes_fives";
export const numbersOf = (tile) => tile.split("-").map(Number);

// ---- Points ----

function pipsOfTile(card, tile) {
  const [one, other] = numbersOf(tile);
  return one + other || card.double_blank_value;
}

export const pipsOf = (card, hand) => (Array.isArray(hand) ? sum(hand.map((tile) => pipsOfTile(card, tile))) : hand || 0);
const inFives = (points, card) => (card.game === "fives" && card.divide_by_five ? Math.floor(points / 5) : points);

export function pointsOfCount(count, card) {
  if (card.game === "threes_fives") return (count % 3 ? 0 : count / 3) + (count % 5 ? 0 : count / 5);
  return card.game === "fives" && count % 5 === 0 ? inFives(count, card) : 0;
}

function pointsWords(count, points, card) {
  if (!points) return "no points";
  if (card.game !== "threes_fives") return `+${points}`;
  /** @type {[number, string][]} */
  const both = [[3, "three"], [5, "five"]];
  const parts = both.filter(([by]) => count % by === 0)
    .map(([by, name]) => `${NUMBERS[count / by] || count / by} ${name}${count === by ? "" : "s"}`);
  return `+${points}: ${parts.join(" and ")}`;
}

// What still misses, and the plays that would pass an exact target.
const toGo = (card, total) => Math.max(0, card.target - total);

export function need(card, total) {
  if (card.match_games !== null) return "";
  const missing = toGo(card, total);
  const words = card.scoring === "games" ? counted(missing, "game") : String(missing);
  return `${total}: ${words} to go${card.in_one[missing] || ""}`;
}

export function tooMuch(card, total) {
  if (!card.exact || card.match_games !== null) return [];
  const values = new Set([...card.values, ...card.last_values]);
  return [...values].filter((value) => value > toGo(card, total)).sort((a, b) => a - b);
}

// ---- The ends that a player sees ----

// What the ends `shown` count, as {count, points, words, spinner}; {refusal} for what no layout shows.
export function countEnds(card, shown) {
  const words = shown.split(" ").filter(Boolean);
  const ends = words.filter((word) => word[0] !== "*").map((word) => ({ number: parseInt(word, 10), isDouble: word.endsWith("d") }));
  const named = words.find((word) => word[0] === "*");
  const spinner = named === undefined ? null : Number(named.slice(1));
  const refusal = wrongEnds(card, ends, spinner);
  if (refusal) return { refusal };
  const terms = ends.map(({ number, isDouble }) => (isDouble ? 2 * number : number));
  if (spinner !== null && ends.length < 2) terms.push(2 * spinner);
  const count = sum(terms), points = pointsOfCount(count, card);
  const whole = terms.length > 1 ? `${terms.join(" + ")} = ${count}` : `${count} on the ends`;
  // A double that lies alone is the one that led.
  return { count, points, words: `${whole}, ${pointsWords(count, points, card)}`, spinner: spinner !== null || ends.length === 1 };
}

function wrongEnds(card, ends, spinner) {
  const outside = [...ends.map(({ number }) => number), spinner].find((number) => number > card.set);
  if (outside !== undefined) return `No tile of a ${card.set_words} set shows ${outside}.`;
  const doubles = ends.filter(({ isDouble }) => isDouble).map(({ number }) => number);
  const twice = doubles.find((number, n) => doubles.lastIndexOf(number) !== n);
  if (twice !== undefined) return `There is only one double ${twice}: it cannot be at two ends.`;
  if (spinner === null) {
    if (!ends.length) return "Enter the open ends first.";
    if (ends.length > (card.spinner === "any_lead" ? 4 : 2)) return "A line has two ends; more need a spinner.";
    return ends.length === 1 && !ends[0].isDouble ? "Enter both ends; only a double that lies alone is one end." : "";
  }
  if (card.spinner === "none" || card.spinner === "all_doubles") return "These rules have no spinner.";
  if (doubles.includes(spinner)) return `The double ${spinner} is the spinner: it is no end as well.`;
  const same = ends.filter(({ number }) => number === spinner).length;
  return ends.length + same > card.set ? `There are not enough ${spinner}s for these ends.` : "";
}

// ---- The end of a round ----

// Who won it, the points of each side, the sum and the reason in words.
export function outcomeOf(table, end) {
  const { card, sides } = table, { out, hands, foul } = end;
  const pips = hands.map((hand) => pipsOf(card, hand));
  const ofSides = sides.map((side) => side.map((seat) => pips[seat]));
  const lows = ofSides.map((held) => (card.team_block === "total" ? sum(held) : Math.min(...held)));
  if (foul < 0) return { winner: null, points: sides.map(() => 0), pips, sum: "", reason: "Foul: the hand is played again" };
  const level = foul >= 0 ? [1 - sideOf(table, foul)] : out !== null ? [sideOf(table, out)]
    : hands.some((hand) => hand !== null) ? lowest(table, hands, lows) : [];
  const winner = level.length === 1 ? level[0] : null;
  const parts = sumOf(table, end, pips, level);
  const points = sides.map((_, side) => (level.includes(side) ? pointsOf(card, level, parts, end) : 0));
  const words = sumWords(table, parts, level, lows, points, end);
  return { winner, points, pips, sum: words, reason: reasonOf(table, winner, level, words, end) };
}

function lowest({ card, sides }, hands, lows) {
  const level = lows.map((_, side) => side).filter((side) => lows[side] === Math.min(...lows));
  if (level.length < 2 || card.tie !== "lightest_tile") return level;
  const lightest = level.map((side) => Math.min(...sides[side].map((seat) => hands[seat]).filter(Array.isArray)
    .map((hand) => Math.min(...hand.map((tile) => pipsOfTile(card, tile))))));
  if (!lightest.every(Number.isFinite)) return level; // a side without a tile that was entered
  return level.filter((_, n) => lightest[n] === Math.min(...lightest));
}

function sumOf(table, { out, hands, foul }, pips, level) {
  const { card, sides } = table;
  const rounded = (exact) => card.round * Math.floor((exact + Math.floor(card.round / 2)) / card.round);
  const own = level.map((side) => sides[side]).reduce((all, side) => [...all, ...side], []);
  const isBlock = (foul ?? out) === null, culprits = foul >= 0 && card.foul === "pips";
  const others = table.seats.map((_, seat) => seat).filter((seat) => (culprits ? seat === foul : !own.includes(seat)));
  const ownPips = sum(own.map((seat) => pips[seat]));
  let terms = others.map((seat) => pips[seat]);
  const only = others.length === 1 && hands[others[0]];
  if (!isBlock && only?.length) terms = only.map((tile) => pipsOfTile(card, tile));
  const takesOff = isBlock && card.block_minus_own;
  if (takesOff && card.team_block === "total" && level.length === 1) {
    const exact = sum(terms) - ownPips;
    return { terms, less: ownPips, exact, points: rounded(exact) };
  }
  if (card.out_counts === "all_hands" && inPairs(table) && level.length === 1 && !takesOff && !culprits) terms = [sum(terms), ownPips];
  return { terms, less: null, exact: sum(terms), points: rounded(sum(terms)) };
}

const bonusOf = (card, { out, foul }) => (foul >= 0 ? 0 : out !== null ? card.last_tile_bonus : card.block_low_bonus);

function pointsOf(card, level, parts, end) {
  if (level.length > 1) {
    if (card.tie !== "split" || card.scoring === "games" || card.game === "threes_fives") return 0;
    return inFives(Math.floor(Math.floor(parts.points / level.length) / card.round) * card.round, card);
  }
  if (card.game === "threes_fives") return bonusOf(card, end);
  return card.scoring === "games" ? 1 : inFives(parts.points, card);
}

function partsWords({ terms, less, exact, points }) {
  const left = less !== null && terms.length > 1 ? `(${terms.join(" + ")})` : terms.join(" + ");
  const taken = less !== null ? `${left} ${MINUS} ${less}` : left;
  const whole = less !== null || terms.length > 1 ? `${taken} = ${exact}` : taken;
  return points === exact ? whole : `${whole}, rounded to ${points}`;
}

function sumWords(table, parts, level, lows, points, end) {
  const { card } = table, { out, foul } = end;
  if (level.length > 1) {
    if (!points[level[0]]) return `level on ${lows[level[0]]}: nobody scores`;
    return `${partsWords(parts)}, shared by ${listed(level.map((side) => sideName(table, side)))}`;
  }
  if (card.game === "threes_fives") {
    const bonus = bonusOf(card, end);
    if (bonus) return `${bonus} for ${out !== null ? "the last tile" : "the lowest hand"}`;
    return out !== null ? "nothing for the last tile" : foul >= 0 ? "nothing to score" : level.length ? "nobody scores for a block" : "nobody scores";
  }
  if (card.scoring === "games") {
    return (foul ?? out) !== null ? "1 game" : `${lows[level[0]]} to ${Math.min(...lows.filter((_, side) => side !== level[0]))}`;
  }
  const made = inFives(parts.points, card);
  return made === parts.points ? partsWords(parts) : `${partsWords(parts)}, ${made} by fives`;
}

function reasonOf(table, winner, level, words, { out, foul }) {
  if (winner === null) return level.length ? `Blocked, ${words}` : "Blocked: nobody scores";
  const name = sideName(table, winner), isPair = table.sides[winner].length > 1;
  if (foul >= 0) return `Foul by ${table.seats[foul]}: ${name} ${isPair ? "win" : "wins"}, ${words}`;
  if (out !== null && bothMustGoOut(table)) return `${name} are out, ${table.seats[out]} last: ${words}`;
  if (out !== null) return `${table.seats[out]} ${table.out_word}: ${isPair ? `${name} win, ` : ""}${words}`;
  return `${name} ${isPair ? "win" : "wins"} the block${table.card.scoring === "games" ? "," : ":"} ${words}`;
}

// ---- The match ----

// One entry added to a standing: {standing, steps} with what each part of it did, or {refusal} in the rules' words.
export function add(table, standing, entry) {
  const refusal = !standing.running ? "This match is over; nothing more can be entered in it."
    : entry.kind === "round" ? "" : wrongPlay(table, standing, entry);
  if (refusal) return { refusal };
  const now = { ...standing, totals: [...standing.totals], legs: [...standing.legs], steps: [], over: false, wonBy: null };
  if (!standing.rounds) now.began = entry.leader ?? now.leader;
  if (entry.kind === "round") end(table, now, entry);
  else {
    play(table, now, entry);
    if (now.over) {
      now.before = null;
      openNext(now, leadAfter(table, now, now.wonBy, now.leader));
    }
  }
  const { steps, over, wonBy, ...after } = now;
  if (over) after.rounds = 0;
  if (over && after.running) {
    after.first = after.round;
    after.totals = [...table.card.starts];
  }
  return { standing: after, steps };
}

// The new totals of those who got points, and what is won: "Ann 103, wins".
/** @param {any} table @param {any} before @param {any} now */
export function newTotals(table, before, { standing, steps }) {
  const { totals } = steps[steps.length - 1], bust = steps.find((step) => step.bust);
  const winner = standing.legs.findIndex((won, side) => won > before.legs[side]);
  const moved = totals.map((_, side) => side).filter((side) => side === winner || steps.some(({ delta }) => delta[side]));
  const words = moved.map((side) => {
    const wins = side !== winner ? "" : table.sides[side].length > 1 ? ", win" : ", wins";
    return `${sideName(table, side)} ${minus(totals[side])}${wins}${wins && standing.running ? " the leg" : ""}`;
  });
  if (!moved.length && bust && bust.side !== null) {
    words.push(`${sideName(table, bust.side)} ${table.sides[bust.side].length > 1 ? "stay" : "stays"} on ${minus(totals[bust.side])}`);
  }
  if (standing.ended > before.ended && winner < 0) words.push(standing.running ? "the leg is drawn" : "the match is drawn");
  return words.join(", ");
}

// The entries added one after the other, as {entry, standing, steps} or {entry, refusal}, and where that leads.
export function fold(table, standing, entries) {
  const added = entries.map((entry) => {
    const one = { entry, ...add(table, standing, entry) };
    standing = one.standing || standing;
    return one;
  });
  return { standing, added };
}

function wrongPlay({ card, seats }, { out, plain }, { kind, points, shown, last }) {
  if (!scoresInPlay(card)) return `${card.words} is not scored in play: enter the round when it ends.`;
  if (out !== null) return `${seats[out]} is out: the round is over.`;
  if (kind === "ends") {
    const { refusal } = countEnds(card, shown);
    if (refusal) return refusal;
    if (card.spinner === "all_doubles") return "With every double a spinner the points are kept by hand.";
    return plain && shown.includes("*") ? "The tile that led was no double: this round has no spinner." : "";
  }
  const values = last ? card.last_values : card.values;
  if (kind !== "key" || values.includes(points)) return "";
  return `Points: ${last ? "the last tile" : "one play"} scores ${listed(values, "or")}, never ${points}.`;
}

/** @param {any} table @param {any} now @param {any} entry */
function play(table, now, { kind, side, seat, points = 0, shown, last, down, tile }) {
  const { card } = table;
  const name = seat === undefined ? sideName(table, side) : table.seats[seat];
  let words = { tile: `lays ${tile}`, draw: "draws", knock: "knocks" }[kind], why = "";
  // What a tile scores is the rules' to say: until they do, no total is known to be too much or to win.
  now.unsure = now.unsure || kind === "tile";
  now.plain = false;
  if (kind === "ends") {
    const ends = countEnds(card, shown), bonus = last ? card.last_tile_bonus : 0;
    points = ends.points + bonus;
    why = bonus ? `${ends.words}, +${bonus} for the last tile` : ends.words;
    now.plain = card.spinner === "lead_double_only" && !ends.spinner;
  }
  const ending = name.includes(" & ") ? "" : "s";
  if (!words) words = points ? `score${ending} ${points}` : `play${ending}`;
  const at = seat === undefined ? side : sideOf(table, seat);
  const after = now.totals[at] + points;
  const isVoid = Boolean(down) && card.no_finish_on_down && card.match_games === null
    && (card.exact ? after === card.target : after >= card.target);
  const made = gain(card, now, now.totals.map((_, one) => (one === at && !isVoid ? points : 0)));
  if (isVoid) words += ": the first tile may not win";
  else if (made.bust) words += pastTarget(card);
  now.open = true;
  if (last && now.last === null) now.last = at;
  step(now, "play", at, points, { ...made, bust: made.bust || isVoid }, `${name} ${words}`, why);
  if (card.finish === "at_once" && card.match_games === null && !now.unsure && now.totals[at] >= card.target) winLeg(card, now, at);
}

export const pastTarget = (card) => `: past ${card.target}, so it scores nothing`;

// `points` by side added to the totals. Too much for an exact target scores nothing at all; nothing counts after a win.
function gain(card, now, points) {
  const limited = card.exact && card.match_games === null && !now.unsure;
  const isBust = points.map((won, side) => limited && !now.over && now.totals[side] + won > card.target);
  const delta = points.map((won, side) => (isBust[side] || now.over ? 0 : won));
  now.totals = now.totals.map((total, side) => total + delta[side]);
  return { delta, bust: isBust.includes(true) };
}

function step(now, kind, side, points, { delta, bust }, words, why) {
  const leg = now.ended + (now.over ? 0 : 1);
  now.steps.push({ kind, round: now.round, leg, side, points, delta, totals: now.totals, bust, counted: !now.over, words, why });
}

function end(table, now, entry) {
  const { card } = table, { out, hands, foul, leader, last = 0 } = entry, wasOut = now.out !== null;
  // The last tile's own play comes with the end.
  if (out !== null && last) play(table, now, { kind: "key", seat: out, points: wasOut ? 0 : last + card.last_tile_bonus, last: true });
  const outcome = outcomeOf(table, entry);
  const isEntered = now.last !== null && card.game === "threes_fives" && out !== null; // the bonus came with it
  const points = isEntered ? outcome.points.map(() => 0) : outcome.points;
  const made = gain(card, now, points);
  step(now, "round", outcome.winner, Math.max(...points), made, outcome.reason + (made.bust ? pastTarget(card) : ""), outcome.sum);
  if (!now.over) closeRound(card, now, foul);
  now.before = [out, hands.map((hand) => (hand === null ? null : pipsOf(card, hand)))];
  openNext(now, leadAfter(table, now, outcome.winner, leader ?? now.leader, foul));
}

function closeRound(card, now, foul) {
  if (!(foul < 0)) now.rounds += 1;
  if (now.unsure) return;
  const best = (among) => among.filter((side) => now.totals[side] === Math.max(...among.map((one) => now.totals[one])));
  const sides = now.totals.map((_, side) => side);
  if (card.match_games !== null) {
    const first = best(sides);
    if (now.rounds >= card.match_games) winLeg(card, now, first.length === 1 ? first[0] : null);
    return;
  }
  const there = best(sides.filter((side) => now.totals[side] >= card.target)); // level beyond it: another round decides
  if (there.length === 1) winLeg(card, now, there[0]);
}

function winLeg(card, now, side) {
  now.ended += 1;
  now.over = true;
  now.wonBy = side;
  if (side === null) now.drawn = card.legs === 1;
  else {
    now.legs[side] += 1;
    if (now.legs[side] === card.legs) now.winner = side;
  }
  now.running = now.winner === null && !now.drawn;
}

// ---- Who leads ----

/** @param {any} now @param {any[]} lead */
function openNext(now, [leader, lead]) {
  Object.assign(now, { round: now.round + 1, open: false, last: null, out: null, plain: false, leader, lead });
}

const leads = (table, seat) => [seat, `${table.seats[seat]} goes first`];
const leadsOnceMore = (table, leader) => (leader === null ? [null, "The same player goes first again"] : leads(table, leader));
const sideLeads = (table, side) => (
  table.sides[side].length > 1 ? [null, `${sideName(table, side)} go first`] : leads(table, table.sides[side][0]));

function leadAfter(table, { over, legs, began, before }, winner, leader, foul = 0) {
  const { card, seats, sides } = table;
  if (over && card.leg_words) {
    if (Math.min(...legs) === card.legs - 1) return [null, card.lot_words];
    return began === null ? [null, card.leg_words] : sideLeads(table, 1 - sideOf(table, began));
  }
  if (foul < 0) return leadsOnceMore(table, leader);
  if (card.lead_next === "highest_double") return [null, card.first_words];
  if (card.lead_next === "next_seat") {
    return leader === null ? [null, "The next player to the left goes first"] : leads(table, (leader + 1) % seats.length);
  }
  if (winner === null) return leadsOnceMore(table, leader);
  if (!before) return sideLeads(table, winner); // a play has won the leg
  const [out, pips] = before;
  if (out !== null) return leads(table, out);
  if (card.lead_next === "lot") return [null, card.lot_words];
  const side = sides[winner], held = side.map((seat) => pips[seat]);
  if (side.length < 2 || held.includes(null)) return sideLeads(table, winner); // their hands were not needed
  const [seat, words] = leads(table, side[held.indexOf(Math.min(...held))]);
  return [seat, `${sideName(table, winner)} won: ${words}`];
}
