// The tiles' pad. A tile that fits in several places leads to a page that asks which; the ticks made here are passed on.
import { countNow, waitingIn } from "../count/shown.js";
import { field } from "../outbox/store.js";
import { fill, make } from "../page/page.js";

const tilesOfBefore = new WeakMap(); // the tiles on the pad -> those of the round that the club knows

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-tile]");
  if (!link) return;
  const address = new URL(link.href);
  for (const input of link.closest("form").querySelectorAll("[name=seat]:checked, [name=last_tile]:checked")) {
    address.searchParams.set(input.name, input.value);
  }
  link.href = address;
}, true);

// Behind the end of a round that waits here nothing lies on the table: any tile may lead.
function showTable(form, anew) {
  const instead = form.parentNode.querySelector("[data-instead]"), pad = form.querySelector(".tiles");
  form.hidden = Boolean(instead) && !anew;
  if (instead) instead.hidden = anew;
  if (instead?.matches(".ended")) form.parentNode.querySelector(".over").hidden = !anew;
  if (!pad || anew === tilesOfBefore.has(pad)) return;
  const before = tilesOfBefore.get(pad) || [...pad.children];
  const fresh = ({ dataset: { tile }, lastElementChild: face }) => {
    const pick = make("button", face.cloneNode(true), { className: "pick", name: "tile", value: tile });
    pick.dataset.tile = tile;
    return pick;
  };
  fill(pad, anew ? before.map(fresh) : before);
  if (anew) tilesOfBefore.set(pad, before);
  else tilesOfBefore.delete(pad);
}

// Behind a tile that waits here it is the next one's turn. What fits there only the club knows.
function turnOn() {
  const form = document.querySelector(".tiles-form");
  if (!form) return;
  const { anew, plays } = waitingIn("/tiles"), last = plays[plays.length - 1], ahead = anew || plays.length > 0;
  if (!ahead && !form.dataset.ahead) return;
  form.dataset.ahead = ahead ? "yes" : "";
  showTable(form, anew);
  const seats = [...form.elements.seat];
  const turn = last ? (Number(field(last, "seat")) + (field(last, "act") === "draw" ? 0 : 1)) % seats.length : ahead && countNow().standing.leader;
  seats.forEach((seat, n) => { seat.checked = ahead ? n === turn : seat.defaultChecked; });
  for (const pick of form.querySelectorAll("button.pick")) {
    pick.disabled = ahead ? plays.some((play) => field(play, "tile") === pick.value) : pick.matches(".unfit");
    pick.setAttribute("aria-label", `${pick.value.replace("-", " ")}${!ahead && pick.disabled ? ", fits nowhere" : ""}`);
  }
  for (const left of form.querySelectorAll(".turn small")) left.hidden = ahead;
  const legend = form.querySelector(".turn b"), player = seats.find(({ checked }) => checked);
  legend.textContent = player ? `${player.labels[0].querySelector("bdi").textContent}’s turn` : "Who plays?";
  legend.nextElementSibling.hidden = ahead;
}
for (const news of ["outbox:tapped", "outbox:waiting", "page:updated", "page:opened"]) document.addEventListener(news, turnOn);
