// The open-ends pad by thumb: tap an end, tap what lies there, tap who played. The count is the server's.
import { ask, NoAnswer } from "../page/http.js";

function readyEnds(form) {
  const slots = [...form.querySelectorAll("[data-slot]")];
  const ends = slots.filter((slot) => slot.dataset.slot !== "spinner");
  const spinner = slots.find((slot) => slot.dataset.slot === "spinner");
  const line = document.getElementById("count");
  // Four ends need a spinner. Which double is the spinner is decided by the rules, not here.
  const offered = () => ends.slice(0, spinner?.value ? ends.length : 2);
  const free = () => offered().find((slot) => !slot.value);
  let active = free() ?? ends[0];

  function show() {
    for (const slot of ends) slot.parentElement.hidden = !offered().includes(slot) && !slot.value;
    for (const slot of slots) slot.parentElement.classList.toggle("active", slot === active);
  }

  async function count() {
    try {
      const { ok, json: said } = await ask(form.dataset.count, { method: "POST", body: new FormData(form) });
      if (!ok || !said.line) return;
      line.textContent = ends.some((slot) => slot.value) || spinner?.value ? said.line : "";
      line.classList.toggle("ready", said.ready);
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
      // Without an answer the line stays as it was; Save asks the same rules again.
    }
  }

  function put(value) {
    active.value = active === spinner ? value.replace("d", "") : value;
    active = free() ?? (active === spinner ? ends[0] : active);
    show();
    count();
  }

  form.querySelector(".number-keys").hidden = false;
  form.querySelector(".number-keys").addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (key && "end" in key.dataset) put(key.dataset.end);
    else if (key) {
      active.value = "";
      show();
      count();
    }
  });
  for (const slot of slots) {
    slot.addEventListener("mousedown", (event) => { event.preventDefault(); active = slot; show(); });
    slot.addEventListener("focus", () => { active = slot; show(); });
    slot.addEventListener("change", () => { show(); count(); });
  }
  show();
  if (ends.some((slot) => slot.value)) count();
}

function findEnds() {
  const form = document.getElementById("ends-form");
  if (!form || form.dataset.ready) return;
  form.dataset.ready = "yes";
  readyEnds(form);
}
findEnds();
// A newer state of the match has a new form.
document.addEventListener("page:updated", findEnds);
