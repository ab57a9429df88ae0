// The heading of an open form counts the rounds that wait on this phone, as saving will. The field keeps its number,
// because what waits may still be taken back.
import { tell } from "../page/page.js";
import { here } from "./view.js";

document.addEventListener("outbox:waiting", ({ detail }) => {
  const form = document.getElementById("round");
  if (!form || form.elements.standing || form.dataset.sending) return;
  const mine = detail.filter((entry) => entry.ends && entry.status !== "refused" && here(entry));
  const edited = mine.find((entry) => entry.n === Number(form.dataset.edits));
  const next = Math.max(form.elements.round.value, ...mine.map((entry) => entry.round + 1));
  document.querySelector(".top h1").textContent = `Round ${edited ? edited.round : next}`;
});
document.addEventListener("page:opened", () => tell("outbox:look"));
