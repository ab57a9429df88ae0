// The result as a picture, drawn on this phone: the slip with the club's name, for the group's chat.
import { notice } from "../page/page.js";

const WIDE = 1080; // px of the picture
const SERIF = 'ui-serif, Georgia, "Noto Serif", serif';
const SANS = "system-ui, sans-serif";
const INKS = { bone: "#f4ead6", ink: "#1b1713", soft: "#5c5443", line: "#cdbf9f", mark: "#8f4700" };

// The largest type, of this size at most, in which the words fit the width.
function fitted(pen, words, size, face, width) {
  let type = size;
  do {
    pen.font = `700 ${type}px ${face}`;
    type -= 4;
  } while (pen.measureText(words).width > width && type > 24);
}

function centred(pen, words, y, size, face, ink) {
  fitted(pen, words, size, face, WIDE - 160);
  pen.fillStyle = ink;
  pen.textAlign = "center";
  pen.fillText(words, WIDE / 2, y);
}

function standingLine(pen, row, y) {
  pen.fillStyle = INKS.line;
  pen.fillRect(100, y - 70, WIDE - 200, 1);
  const [place, name, points] = [".place", "bdi", ".points"].map((part) => row.querySelector(part).textContent.trim());
  pen.textAlign = "left";
  fitted(pen, name, 46, SANS, WIDE - 480);
  pen.fillStyle = INKS.ink;
  pen.fillText(name, 170, y);
  pen.font = `600 40px ${SANS}`;
  pen.fillStyle = INKS.soft;
  pen.fillText(place, 100, y);
  pen.font = `800 56px ${SANS}`;
  pen.fillStyle = INKS.ink;
  pen.textAlign = "right";
  pen.fillText(points, WIDE - 100, y);
}

// The night's drawing in the slip's colours: names, a sign for each match, the number won.
function drawEvening(pen, evening, top) {
  pen.save();
  pen.translate(100, top);
  pen.scale((WIDE - 200) / evening.viewBox.baseVal.width, (WIDE - 200) / evening.viewBox.baseVal.width);
  pen.font = `600 17px ${SANS}`;
  for (const words of evening.querySelectorAll("text")) {
    pen.fillStyle = INKS.ink;
    pen.textAlign = words.matches(".wins") ? "right" : "left";
    pen.fillText(words.textContent, Number(words.getAttribute("x")), Number(words.closest("svg svg")?.getAttribute("y") ?? 0) + Number(words.getAttribute("y")), 112);
  }
  for (const sign of evening.querySelectorAll("rect")) {
    pen.fillStyle = sign.matches(".lost") ? INKS.soft : INKS.mark;
    pen.fillRect(...["x", "y", "width", "height"].map((side) => Number(sign.getAttribute(side))));
  }
  pen.restore();
}

function drawSlip(slip) {
  const evening = document.querySelector(".evening > svg");
  const eveningHeight = evening ? 60 + (WIDE - 200) * evening.viewBox.baseVal.height / evening.viewBox.baseVal.width : 0;
  const rows = [...slip.querySelectorAll(".standing li")];
  const honours = [...slip.querySelectorAll(".honours li, .moves li")];
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: 760 + 110 * rows.length + 70 * honours.length + eveningHeight });
  const pen = canvas.getContext("2d");
  pen.fillStyle = INKS.bone;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const { club, day, game } = slip.dataset;
  centred(pen, `${club} · ${day}`, 110, 40, SANS, INKS.soft);
  centred(pen, slip.querySelector(".verdict b").textContent, 260, 110, SERIF, INKS.ink);
  centred(pen, slip.querySelector(".slip-score").textContent, 450, 170, SANS, INKS.ink);
  centred(pen, game, 550, 42, SANS, INKS.soft);
  rows.forEach((row, n) => standingLine(pen, row, 680 + 110 * n));
  honours.forEach((honour, n) => centred(pen, `${honour.closest(".honours") ? "★ " : ""}${honour.textContent.trim()}`, 690 + 110 * rows.length + 70 * n, 40, SANS, INKS.mark));
  if (evening) drawEvening(pen, evening, canvas.height - eveningHeight);
  return canvas;
}

async function sharePicture(slip) {
  const blob = await new Promise((done) => { drawSlip(slip).toBlob(done, "image/png"); });
  const file = new File([blob], "result.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], text: slip.dataset.title }).catch(() => {});
    return;
  }
  // Where nothing can be shared, the picture is saved like any other.
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: "result.png" });
  link.click();
  URL.revokeObjectURL(link.href);
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-share-picture]")) return;
  sharePicture(document.getElementById("slip")).catch(() => notice("The picture could not be drawn."));
});
