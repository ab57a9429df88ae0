// A photo of a hand: shrunk here, read by the server, checked by the user. Nothing is entered without "Use".
// The sum is the server's: house rules may count the double blank.
import { ask, NoAnswer } from "../page/ask.js";
import { fill, make } from "../page/page.js";

const PHOTO_LONGEST = 1600; // pixels, as the server works on it
const PHOTO_QUALITY = 0.85;
const PHOTO_PATIENCE = 20000; // ms: photos of other tables may be waiting before this one
const NO_SIGNAL = "No signal, so the photo was not read. Enter the hand yourself.";
const JSON_PLEASE = { Accept: "application/json" };

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

// The picture at the size that is sent; the phone turns it upright, and opens whatever kind its camera makes.
async function shrunk(picked, canvas) {
  const picture = await pictureOf(picked);
  const scale = Math.min(1, PHOTO_LONGEST / Math.max(picture.width, picture.height));
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => { canvas.toBlob(done, "image/jpeg", PHOTO_QUALITY); });
}

function emptyShot() {
  return make("canvas", [], { className: "shot", hidden: true });
}

function outlineTiles(canvas, { seen, width }) {
  const draw = canvas.getContext("2d");
  const scale = canvas.width / width;
  const colours = getComputedStyle(canvas);
  draw.lineWidth = Math.max(3, canvas.width / 200);
  for (const { corners, sure } of seen) {
    draw.strokeStyle = colours.getPropertyValue(sure ? "--sure" : "--unsure").trim();
    draw.setLineDash(sure ? [] : [3 * draw.lineWidth, 2 * draw.lineWidth]);
    draw.beginPath();
    for (const [x, y] of corners) draw.lineTo(x * scale, y * scale);
    draw.closePath();
    draw.stroke();
  }
}

// What lies in other hands cannot be in this one.
function tilesElsewhere(form, mine) {
  const others = [...form.querySelectorAll("[name^=tiles_]")].filter((each) => each.name !== mine);
  const values = others.filter((each) => each.type !== "checkbox" || each.checked).map((each) => each.value);
  return values.join(" ").split(/[\s,]+/).filter(Boolean);
}

function readyPhoto(details) {
  const form = details.closest("form");
  const file = details.querySelector("input[type=file]");
  const own = "own" in details.dataset; // the hand of whoever holds the phone
  let seat = null;
  let chips = []; // {tile: "6-4", sure}
  let first = null; // the first end of a tile that is being added
  let sums = 0;
  let reads = 0;
  let shot = emptyShot(); // the last photo that was read

  const whose = make("h2", "", { className: "label" });
  const words = make("p", "", { className: "muted" });
  const list = make("ul", [], { className: "seen-tiles" });
  const adding = make("div", [], { className: "ends-pad" });
  const use = tapButton("primary", "Use", enter);
  const bar = make("div", [use, tapButton("", "Another photo of this hand", () => file.click()), tapButton("link", "Cancel", close)]);
  const missing = make("p", "A tile is missing? Tap its two ends.", { className: "muted" });
  const panel = make("section", [whose, shot, words, list, missing, adding, bar], { className: "card photo", hidden: true });
  const opener = tapButton("photo-opener", "Photo", () => {
    seat = own ? "" : form.querySelector(".hand.active")?.dataset.seat;
    if (seat !== undefined) file.click();
  });
  const name = () => (own ? "tiles" : `tiles_${seat}`);

  function close() {
    chips = [];
    first = null;
    reads += 1;
    panel.hidden = true;
    swap(emptyShot());
    form.classList.remove("looking");
  }

  function swap(taken) {
    shot.replaceWith(taken);
    shot = taken;
  }

  function show(said) {
    const label = form.querySelector(`.hand[data-seat="${seat}"] label`);
    whose.textContent = label ? `${label.textContent.trim()}’s hand` : "My hand";
    words.textContent = said;
    panel.hidden = false;
    form.classList.add("looking");
    fill(list, chips.map(chip));
    total();
  }

  function chip(entry) {
    const tile = tapButton(entry.sure ? "seen" : "seen unsure", entry.tile, () => { entry.sure = true; show(words.textContent); });
    if (!entry.sure) tile.setAttribute("aria-label", `${entry.tile}, not sure: tap if it is right`);
    const off = tapButton("link", "✕", () => { chips = chips.filter((other) => other !== entry); show(words.textContent); });
    off.setAttribute("aria-label", `Remove ${entry.tile}`);
    return make("li", [tile, off]);
  }

  function add(end) {
    if (first === null) first = end;
    else {
      const tile = `${Math.max(first, end)}-${Math.min(first, end)}`;
      if (!chips.some((entry) => entry.tile === tile)) chips.push({ tile, sure: true });
      first = null;
      show(words.textContent);
    }
    [...adding.children].forEach((key, n) => key.setAttribute("aria-pressed", String(n === first)));
  }

  // Without signal the tiles can still be used; their sum comes with the page's own.
  async function total() {
    use.disabled = chips.length === 0 || chips.some(({ sure }) => !sure);
    use.textContent = "Use these tiles";
    const mine = ++sums;
    if (!chips.length) return;
    const query = new URLSearchParams(chips.map(({ tile }) => ["tiles", tile]));
    try {
      const { ok, json } = await ask(`${details.dataset.total}?${query}`, { headers: JSON_PLEASE });
      if (ok && mine === sums) use.textContent = `Use ${json.pips}`;
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
    }
  }

  async function send(blob) {
    const body = new FormData();
    body.append("round", form.elements.round.value);
    for (const tile of tilesElsewhere(form, name())) body.append("elsewhere", tile);
    body.append("photo", blob, "hand.jpg");
    return ask(details.dataset.read, { method: "POST", headers: JSON_PLEASE, body, patience: PHOTO_PATIENCE });
  }

  async function read() {
    const [picked] = file.files;
    if (!picked) return;
    file.value = "";
    show("Reading the photo …");
    const mine = ++reads; // "Cancel" or another photo cancels this one
    const before = shot;
    const taken = emptyShot();
    const blob = await shrunk(picked, taken).catch(() => null);
    if (mine !== reads) return;
    if (!blob) return show("This phone cannot open that picture. Take a photo, or enter the hand yourself.");
    taken.hidden = false;
    swap(taken);
    const refused = (said) => {
      if (chips.length) swap(before); // what stands there is of the photo before
      show(said);
    };
    try {
      const { ok, json } = await send(blob);
      if (mine !== reads) return;
      if (ok) took(json);
      else refused(json.detail ?? NO_SIGNAL);
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
      if (mine === reads) refused(NO_SIGNAL);
    }
  }

  function took(found) {
    outlineTiles(shot, found);
    const known = new Set(chips.map(({ tile }) => tile));
    for (const { tile: [high, low], sure } of found.seen) {
      if (!known.has(`${high}-${low}`)) chips.push({ tile: `${high}-${low}`, sure });
    }
    const amber = chips.some(({ sure }) => !sure) ? "Tap each amber tile that is right, and remove what is not." : "";
    const doubts = found.doubts.filter((doubt) => !doubt.startsWith("Not every")).join(" ");
    show(`${doubts} ${amber}`.trim() || "Check it, then use it.");
  }

  function enter() {
    const fields = [...form.querySelectorAll(`[name="${name()}"]`)];
    const tiles = chips.map(({ tile }) => tile);
    for (const each of fields) {
      if (each.type === "checkbox") each.checked = tiles.includes(each.value) && !each.disabled;
      else each.value = tiles.join(" ");
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
  adding.setAttribute("role", "group");
  adding.setAttribute("aria-label", "Add a tile, end by end");
  for (let n = 0; n <= Number(details.dataset.highest); n += 1) adding.append(tapButton("", String(n), () => add(n)));
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
