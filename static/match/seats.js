// Choosing seats by tapping: a chip fills the next empty seat, a second tap empties it again.

function readySeats(setup) {
  const seats = [...setup.querySelectorAll(".seat input")];
  const chips = [...setup.querySelectorAll(".chip")];
  const leaders = [...setup.querySelectorAll(".leaders [data-seat]")];
  const pairsNote = document.getElementById("pairs-note");

  const pairs = () => setup.elements.sides.value === "pairs";
  const seating = document.getElementById("seating");
  const drawn = () => seating && !seating.disabled && setup.elements.seating.value === "drawn";
  const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();
  // With a larger set there are tiles for all.
  const limit = () => (pairs() ? 4 : setup.elements.set.value > 6 ? seats.length : setup.dataset.most);

  function showSeats() {
    for (const chip of chips) {
      const at = seats.findIndex((seat) => same(seat.value, chip.dataset.name));
      chip.setAttribute("aria-pressed", String(at >= 0));
    }
    const taken = seats.filter((seat) => seat.value.trim()).length;
    seats.forEach((seat, n) => {
      seat.closest(".seat").hidden = n >= limit() || (n > taken && n > 1 && !seat.value);
    });
    leaders.forEach((leader, n) => {
      const name = seats[n].value.trim();
      leader.hidden = !name || n >= limit();
      leader.querySelector("span").textContent = name;
    });
    const seated = pairsNote.dataset.seated.replace(/\{(\d)\}/g, (_, n) => seats[n].value.trim() || "…");
    pairsNote.textContent = pairs() ? seated : "";
    // Nobody knows yet who sits where if it is drawn, and two have nothing to draw.
    if (seating) seating.hidden = seating.disabled = taken < 3;
    pairsNote.hidden = !pairs() || drawn();
  }

  function getUp(n) {
    const names = seats.map((seat) => seat.value).filter((_, at) => at !== n);
    seats.forEach((seat, at) => { seat.value = names[at] ?? ""; });
  }

  for (const chip of chips) {
    chip.addEventListener("click", () => {
      const at = seats.findIndex((seat) => same(seat.value, chip.dataset.name));
      if (at >= 0) getUp(at);
      else {
        const empty = seats.slice(0, limit()).find((seat) => !seat.value.trim());
        if (empty) empty.value = chip.dataset.name;
      }
      showSeats();
    });
  }
  // The phone's keyboard shows Next, so its key goes to the next seat instead of submitting the form.
  for (const seat of seats) {
    seat.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const next = seats[seats.indexOf(seat) + 1];
      if (seat.value.trim() && next && !next.closest(".seat").hidden) next.focus();
      else seat.blur();
    });
  }
  setup.addEventListener("input", showSeats);
  // What is usual is the club's to say.
  setup.addEventListener("change", ({ target }) => {
    const words = target.closest(".rule-group")?.querySelector("small");
    if (words) words.textContent = "changed";
  });
  const offered = document.getElementById("offered");
  if (offered) offered.hidden = false;
  showSeats();
}
const setup = document.getElementById("setup");
if (setup) readySeats(setup);
