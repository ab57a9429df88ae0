// A photo of a hand: shrunk here, read by the server, checked by the user. Nothing is entered without "Use".
// What the reader doubts is asked, one half after the other; a tap on a tile asks about it, one beside them reads there.
import { ask, NoAnswer } from "../page/ask.js";
import { fill, make } from "../page/page.js";
import { drawPhoto, halfOf, holds, lengthOf, numberOf, WHOLE } from "./photo_drawing.js";

const PHOTO_LONGEST = 1600; // pixels, as the server works on it
const PHOTO_QUALITY = 0.85;
const PHOTO_PATIENCE = 20000; // ms: photos of other tables may be waiting before this one
const NO_SIGNAL = "No signal, so the photo was not read. Enter the hand yourself.";
const JSON_PLEASE = { Accept: "application/json" };
const CROP_LONGEST = 800; // pixels of what is read where the user taps
const CROP_TILES = 3.3; // lengths of a tile across it

function tapButton(className, words, tap) {
  const made = make("button", words, { type: "button", className });
  made.addEventListener("click", tap);
  return made;
}

// Safari before 15 opens a file by its data alone.
async function pictureOf(picked) {
  if (window.createImageBitmap) return createImageBitmap(picked);
  const data = await new Promise((done, failed) => {
    const reader = Object.assign(new FileReader(), { onload: () => done(reader.result), onerror: failed });
    reader.readAsDataURL(picked);
  });
  const image = new Image();
  return new Promise((done, failed) => Object.assign(image, { onload: () => done(image), onerror: failed, src: data }));
}

// This part of the picture as a JPEG; the phone turned it upright, and opens whatever kind its camera makes.
function jpegOf(picture, { x, y, width, height }, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = make("canvas", [], { width: Math.round(width * scale), height: Math.round(height * scale) });
  canvas.getContext("2d").drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => { canvas.toBlob(done, "image/jpeg", PHOTO_QUALITY); });
}

const nameOf = ({ ends }) => [...ends].sort((a, b) => b - a).map(numberOf).join("-");

// What lies in other hands cannot be in this one.
function tilesElsewhere(form, mine) {
  const others = [...form.querySelectorAll("[name^=tiles_]")].filter((each) => each.name !== mine);
  const values = others.filter((each) => each.type !== "checkbox" || each.checked).map((each) => each.value);
  return values.join(" ").split(/[\s,]+/).filter(Boolean);
}

function readyPhoto(details) {
  const form = details.closest("form");
  const aside = [form, document.getElementById("mode")].filter(Boolean); // what a photo stands in place of
  const file = details.querySelector("input[type=file]");
  const own = "own" in details.dataset; // the hand of whoever holds the phone
  let seat = null;
  let tiles = []; // {ends, likely, open: what is to be settled of it, corners: where it lies in the photo that is shown}
  let chosen = null; // {tile, half}: what the user asks about
  let reads = 0;
  let picture = null; // the last photo that was read, as large as it came
  let shot = emptyShot();

  const whose = make("h2", "", { className: "label" });
  const words = make("p", "", { className: "muted" });
  const asking = make("div", [], { className: "asking" });
  const list = make("div", [], { className: "seen-tiles" });
  const use = tapButton("primary", "Use", enter);
  const more = make("div", [tapButton("", "Add a tile", () => add({})), tapButton("", "Another photo", () => file.click()),
    tapButton("link", "Cancel", close)], { className: "choices" });
  const panel = make("section", [whose, shot, words, asking, list, use, more], { className: "card photo", hidden: true });
  const opener = tapButton("photo-opener", "Photo", () => {
    seat = own ? "" : form.querySelector(".hand.active")?.dataset.seat;
    if (seat !== undefined) file.click();
  });
  const name = () => (own ? "tiles" : `tiles_${seat}`);

  function emptyShot() {
    const canvas = make("canvas", [], { className: "shot", hidden: true });
    canvas.addEventListener("click", tapped);
    return canvas;
  }

  function close() {
    tiles = [];
    chosen = null;
    reads += 1;
    panel.hidden = true;
    swap(emptyShot());
    for (const each of aside) each.classList.remove("looking");
  }

  function swap(canvas) {
    shot.replaceWith(canvas);
    shot = canvas;
  }

  const pipsIn = (hand) => hand.reduce((sum, { ends: [one, other] }) => sum + (one + other || Number(details.dataset.blank)), 0);

  // What the hand makes with these ends in place of a tile's own; nothing while a half has no number.
  function makes(tile, ends) {
    const hand = [...tiles.filter((other) => other !== tile), ...ends ? [{ ends }] : []];
    return hand.some((each) => each.ends.includes(null)) ? [] : make("small", `makes ${pipsIn(hand)}`);
  }

  function show(said) {
    const label = form.querySelector(`.hand[data-seat="${seat}"] label`);
    whose.textContent = label ? `${label.textContent.trim()}’s hand` : "My hand";
    words.textContent = said;
    panel.hidden = false;
    for (const each of aside) each.classList.add("looking");
    const doubted = tiles.find(({ open }) => open.length);
    const asked = chosen ?? (doubted && { tile: doubted, half: doubted.open[0] });
    if (!shot.hidden) drawPhoto(shot, picture, tiles, asked);
    fill(asking, asked ? question(asked) : []);
    fill(list, tiles.map((tile) => tapButton(tile.open.length ? "unsure" : "", nameOf(tile), () => choose(tile, 0))));
    const left = tiles.reduce((sum, { open }) => sum + open.length, 0);
    const twice = tiles.find((tile) => tiles.some((other) => other !== tile && nameOf(other) === nameOf(tile)));
    use.disabled = !tiles.length || left > 0 || Boolean(twice);
    if (left) use.textContent = `${left} to settle`;
    else use.textContent = twice ? `${nameOf(twice)} is there twice` : `Use ${pipsIn(tiles)}`;
  }

  function choose(tile, half) {
    chosen = { tile, half };
    show(words.textContent);
  }

  // What is asked, the likely answers large, each with what the hand then makes.
  function question({ tile, half }) {
    const { ends, likely, open } = tile;
    const away = () => settle(() => { tiles = tiles.filter((other) => other !== tile); });
    if (half === WHOLE) {
      const answers = [tapButton("", ["Yes ", makes(tile, ends)], () => settle(() => { tile.open = []; })), tapButton("", ["No ", makes(tile)], away)];
      return [make("b", `Is this ${nameOf(tile)}?`), make("div", answers, { className: "choices" })];
    }
    const withNumber = (n) => ends.map((end, each) => (each === half ? n : end));
    const set = (n) => settle(() => {
      tile.ends = withNumber(n);
      tile.open = open.filter((each) => each !== half && each !== WHOLE);
    });
    const doubted = open.includes(half) && ends[half] !== null;
    const offered = doubted ? likely[half] : [];
    const large = offered.map((n) => tapButton("", [`${n} `, makes(tile, withNumber(n))], () => set(n)));
    const numbers = [...Array(Number(details.dataset.highest) + 1).keys()].filter((n) => !offered.includes(n));
    const keys = numbers.map((n) => tapButton("", String(n), () => set(n)));
    const pair = ends.map((end, each) => {
      const key = tapButton("", String(numberOf(end)), () => choose(tile, each));
      key.setAttribute("aria-pressed", String(each === half));
      key.setAttribute("aria-label", `${each ? "Second" : "First"} half, ${end ?? "no number yet"}`);
      return key;
    });
    return [
      make("b", doubted ? `Is this half a ${ends[half]}?` : "Which number is this half?"),
      make("div", [...pair, tapButton("link", "Not a tile", away)], { className: "choices" }),
      make("div", large, { className: "choices", hidden: !doubted }),
      make("div", keys, { className: "ends-pad" }),
    ];
  }

  function settle(change) {
    change();
    chosen = null;
    show("");
  }

  // A tile that the reader did not find; without a likely number either half is asked for.
  function add({ ends = [null, null], likely = [[], []], open = [0, 1], corners = null }) {
    tiles.push({ ends, likely, open, corners });
    chosen = null;
    show("");
  }

  const openOf = ({ sure, doubted }) => [0, 1].filter((half) => doubted[half]).concat(sure || doubted.includes(true) ? [] : [WHOLE]);
  const tileOf = (seen, onShot) => ({
    ends: seen.likely.map(([best]) => best), likely: seen.likely, open: openOf(seen), corners: seen.corners.map(onShot),
  });

  // A tap on the picture: about the half that lies there, or to read what was missed.
  async function tapped({ offsetX, offsetY }) {
    if (!picture || shot.hidden) return;
    const at = [offsetX, offsetY].map((v) => v * shot.width / shot.clientWidth);
    const tile = tiles.find(({ corners }) => corners && holds(corners, at));
    if (tile) return choose(tile, [0, 1].find((half) => holds(halfOf(tile.corners, half), at)) ?? 0);
    const scale = picture.width / shot.width; // from the picture shown to the picture itself
    const lengths = tiles.filter(({ corners }) => corners).map(({ corners }) => lengthOf(corners)).sort((a, b) => a - b);
    const usual = lengths[lengths.length >> 1] ?? Math.max(shot.width, shot.height) / 6;
    const side = Math.min(usual * scale * CROP_TILES, picture.width, picture.height);
    const [x, y] = [at[0] * scale, at[1] * scale].map((v, n) => Math.min(Math.max(0, v - side / 2), (n ? picture.height : picture.width) - side));
    const place = { x, y, width: side, height: side };
    const mine = ++reads;
    show("Reading there …");
    const answer = await send(await jpegOf(picture, place, CROP_LONGEST), { x: (at[0] * scale - x) / side, y: (at[1] * scale - y) / side });
    if (mine !== reads) return;
    const [seen] = answer.found?.seen ?? [];
    const onShot = ([left, top]) => [x + left * side / answer.found.width, y + top * side / answer.found.height].map((v) => v / scale);
    const [long, wide] = [usual / 4, usual / 2];
    const [left, top] = at;
    const square = [[left - long, top - wide], [left - long, top + wide], [left + long, top + wide], [left + long, top - wide]];
    add(seen ? tileOf(seen, onShot) : { corners: square });
    if (!seen) words.textContent = answer.refused ?? "No tile could be read there: say which it is, or take it away.";
  }

  // {found: what the server saw} or {refused: why not, in words}.
  async function send(blob, spot = {}) {
    const body = new FormData();
    body.append("round", form.elements.round.value);
    const mine = "x" in spot ? tiles.filter(({ ends }) => !ends.includes(null)).map(nameOf) : [];
    for (const tile of [...tilesElsewhere(form, name()), ...mine]) body.append("elsewhere", tile);
    for (const [axis, share] of Object.entries(spot)) body.append(axis, share);
    body.append("photo", blob, "hand.jpg");
    try {
      const { ok, json } = await ask(details.dataset.read, { method: "POST", headers: JSON_PLEASE, body, patience: PHOTO_PATIENCE });
      return ok ? { found: json } : { refused: json.detail ?? NO_SIGNAL };
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
      return { refused: NO_SIGNAL };
    }
  }

  async function read() {
    const [picked] = file.files;
    if (!picked) return;
    file.value = "";
    show("Reading the photo …");
    const mine = ++reads; // "Cancel" or another photo cancels this one
    const taken = await pictureOf(picked).catch(() => null);
    if (mine !== reads) return;
    if (!taken) return show("This phone cannot open that picture. Take a photo, or enter the hand yourself.");
    const before = [picture, shot];
    const { width, height } = taken;
    const scale = Math.min(1, PHOTO_LONGEST / Math.max(width, height));
    const canvas = Object.assign(emptyShot(), { width: Math.round(width * scale), height: Math.round(height * scale), hidden: false });
    picture = taken;
    swap(canvas);
    drawPhoto(canvas, picture, [], null);
    const { found, refused } = await send(await jpegOf(taken, { x: 0, y: 0, width, height }, PHOTO_LONGEST));
    if (mine !== reads) return;
    if (found) return took(found);
    if (tiles.length) { // what stands there is of the photo before
      [picture] = before;
      swap(before[1]);
    }
    show(refused);
  }

  function took(found) {
    const known = new Set(tiles.map(nameOf));
    for (const tile of tiles) tile.corners = null; // it lies in a photo that is gone
    const scale = shot.width / found.width;
    const seen = found.seen.map((each) => tileOf(each, ([x, y]) => [x * scale, y * scale]));
    tiles.push(...seen.filter((tile) => !known.has(nameOf(tile))));
    const doubts = found.doubts.filter((doubt) => !doubt.startsWith("Not every")).join(" ");
    show(`${doubts} Has every tile an outline? Tap one that has none, or one that is wrong.`.trim());
  }

  function enter() {
    const fields = [...form.querySelectorAll(`[name="${name()}"]`)];
    const hand = tiles.map(nameOf);
    for (const each of fields) {
      if (each.type === "checkbox") each.checked = hand.includes(each.value) && !each.disabled;
      else each.value = hand.join(" ");
    }
    fields[0]?.closest("details")?.setAttribute("open", "");
    if (own) form.elements.pips.value = "";
    else form.dispatchEvent(new CustomEvent("hand:tiles", { detail: { seat } }));
    close();
  }

  // Without JavaScript the form contains the photo; with it the photo is sent separately, never through the outbox.
  file.removeAttribute("name");
  for (const part of details.querySelectorAll("fieldset, button")) part.remove();
  words.setAttribute("role", "status");
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", "The tiles");
  file.addEventListener("change", read);
  details.hidden = true;
  if (own) {
    form.querySelector(".field").after(opener, panel);
  } else {
    document.getElementById("mode").append(opener);
    document.getElementById("keypad").before(panel);
  }
}

function findPhoto() {
  const details = document.getElementById("photo");
  if (!details || details.dataset.ready) return;
  details.dataset.ready = "yes";
  readyPhoto(details);
}
findPhoto();
document.addEventListener("page:opened", findPhoto);
