// A tile that fits in several places leads to a page that asks which; the ticks made here are passed on.

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-tile]");
  if (!link) return;
  const address = new URL(link.href);
  for (const input of link.closest("form").querySelectorAll("[name=seat]:checked, [name=last_tile]:checked")) {
    address.searchParams.set(input.name, input.value);
  }
  link.href = address;
}, true);
