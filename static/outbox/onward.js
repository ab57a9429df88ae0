// A form on a page of its own, such as for a player's own hand: once the server has it, go to the match.

const formOf = (entry) => [...document.querySelectorAll("form[data-onward]")].find((form) => form.dataset.sending === entry.key);

document.addEventListener("outbox:delivered", ({ detail: { entry, said } }) => {
  if (formOf(entry)) location.assign(said.location);
});
