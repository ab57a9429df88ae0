// The open-ends pad by thumb: tap an end, tap what lies there, tap who played. The count is the server's.

function ready(form) {
  const slots = [...form.querySelectorAll("[data-slot]")];
  const ends = slots.filter((slot) => slot.dataset.slot !== "spinner");
  const spinner = slots.find((slot) => slot.dataset.slot === "spinner");
  const line = document.getElementById("count");
  let active = ends.find((slot) => !slot.value) ?? ends[0];
  if (spinner?.value === "" && ends.filter((slot) => slot.value).length >= 2) active = ends[0];

  function show() {
    const shown = spinner?.value ? ends.length : 2;
    ends.forEach((slot, n) => { slot.parentElement.hidden = n >= shown && !slot.value; });
    if (spinner) spinner.parentElement.hidden = !spinner.value && active !== spinner;
    for (const slot of slots) slot.parentElement.classList.toggle("active", slot === active);
  }

  async function count() {
    try {
      const answer = await fetch(form.dataset.count, { method: "POST", body: new FormData(form), signal: AbortSignal.timeout(8000) });
      if (!answer.ok) return;
      const said = await answer.json();
      line.textContent = ends.some((slot) => slot.value) || spinner?.value ? said.line : "";
      line.classList.toggle("ready", said.ready);
    } catch {
      // Without an answer the line stays as it was; Save asks the same rules again.
    }
  }

  function put(value) {
    const first = spinner && !spinner.value && value.endsWith("d");
    if (active === spinner) spinner.value = value.replace("d", "");
    else if (first) {
      // The first double of the round is the spinner; the end it was played to is covered by it.
      spinner.value = value.replace("d", "");
      active.value = "";
      const kept = ends.map((slot) => slot.value).filter(Boolean);
      ends.forEach((slot, n) => { slot.value = kept[n] ?? ""; });
    } else active.value = value;
    active = ends.find((slot, n) => !slot.value && n < (spinner?.value ? ends.length : 2)) ?? active;
    if (active === spinner) [active] = ends;
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

function find() {
  const form = document.getElementById("ends-form");
  if (!form || form.dataset.ready) return;
  form.dataset.ready = "yes";
  ready(form);
}
find();
// A newer state of the match brings a new form.
document.addEventListener("page:updated", find);
