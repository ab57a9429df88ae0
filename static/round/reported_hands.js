// Puts a hand that its player has entered into its field, where nothing is typed yet; marks one that differs.

const takenInto = new WeakMap(); // form -> what was put into it

function lookAtReported() {
  const form = document.querySelector("form#round");
  if (!form) return;
  const taken = takenInto.get(form) ?? new Set();
  takenInto.set(form, taken);
  for (const row of form.querySelectorAll("[data-reported]")) {
    const hand = form.querySelector(`.hand[data-seat="${row.dataset.reported}"] input`);
    const boxes = [...form.querySelectorAll(`input[name="tiles_${row.dataset.reported}"]:checked`)];
    const entry = `${row.dataset.reported} ${row.dataset.pips}`;
    const isOut = form.elements.out.value === row.dataset.reported; // and holds nothing
    if (!isOut && !hand.value && !boxes.length && !taken.has(entry) && document.activeElement !== hand) {
      taken.add(entry);
      hand.value = row.dataset.pips;
      hand.dispatchEvent(new Event("input", { bubbles: true }));
    }
    row.classList.toggle("differs", Boolean(hand.value) && hand.value !== row.dataset.pips);
  }
}

document.addEventListener("page:updated", lookAtReported);
document.addEventListener("page:opened", lookAtReported);
document.addEventListener("input", () => setTimeout(lookAtReported));
lookAtReported();
