// The heading of an open form counts the rounds that wait on this phone, as saving will. The field keeps its number,
// because what waits may still be taken back.
import { tell } from "../page/page.js";
import { countNow, nameRound } from "../count/shown.js";
import { here } from "./view.js";

document.addEventListener("outbox:waiting", ({ detail }) => {
  const form = document.querySelector("form#round");
  if (!form || form.elements.standing || form.dataset.sending) return;
  const mine = detail.filter((entry) => entry.ends && entry.status !== "refused" && here(entry));
  const edited = mine.find((entry) => entry.n === Number(form.dataset.edits));
  const now = countNow(form.querySelector("[data-standing]").dataset);
  const next = Math.max(form.elements.round.value, now ? now.standing.round : 0, ...mine.map((entry) => entry.round + 1));
  nameRound(edited ? edited.round : next);
});
document.addEventListener("page:opened", () => tell("outbox:look"));
