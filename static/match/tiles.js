// The tiles' pad. A tile that fits in several places leads to a page that asks which; the ticks made here are passed on.
import { countNow, waitingIn } from "../count/shown.js";
import { field } from "../outbox/store.js";

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-tile]");
  if (!link) return;
  const address = new URL(link.href);
  for (const input of link.closest("form").querySelectorAll("[name=seat]:checked, [name=last_tile]:checked")) {
    address.searchParams.set(input.name, input.value);
  }
  link.href = address;
}, true);

// Behind a tile that waits here it is the next one's turn. What fits there only the club knows.
function turnOn() {
  const form = document.querySelector(".tiles-form");
  const { anew, plays } = waitingIn("/tiles"), last = plays[plays.length - 1], ahead = anew || plays.length > 0;
  if (!form || !(ahead || form.dataset.ahead)) return;
  form.dataset.ahead = ahead ? "yes" : "";
  const seats = [...form.elements.seat];
  const turn = last ? (Number(field(last, "seat")) + (field(last, "act") === "draw" ? 0 : 1)) % seats.length : ahead && countNow().standing.leader;
  seats.forEach((seat, n) => { seat.checked = ahead ? n === turn : seat.defaultChecked; });
  for (const pick of form.querySelectorAll("button.pick")) {
    pick.disabled = ahead ? plays.some((play) => field(play, "tile") === pick.value) : pick.matches(".unfit");
    pick.setAttribute("aria-label", `${pick.value.replace("-", " ")}${!ahead && pick.disabled ? ", fits nowhere" : ""}`);
  }
  const legend = form.querySelector(".turn b"), player = seats.find(({ checked }) => checked);
  if (!legend) return;
  legend.textContent = player ? `${player.labels[0].querySelector("bdi").textContent}’s turn` : "Who plays?";
  legend.nextElementSibling.hidden = ahead;
}
for (const news of ["outbox:tapped", "outbox:waiting", "page:updated", "page:opened"]) document.addEventListener(news, turnOn);
