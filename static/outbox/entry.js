// An entry of the outbox: a form's content, its address, and a description for people.
import { field } from "./store.js";
import { newKey } from "../page/page.js";

export const matchOf = (action) => new URL(action, location.href).pathname.split(/\/(?:rounds|plays|hands|call-off)\b/)[0];

// The form's content in words, for reading it off this phone.
function inWords(form, button) {
  const said = [...form.elements].filter((input) => !["hidden", "submit", "button", "fieldset"].includes(input.type) && input.value
    && (!["radio", "checkbox"].includes(input.type) || input.checked));
  const words = said.map((input) => {
    const label = (input.getAttribute("aria-label") ?? (input.labels?.[0]?.querySelector("bdi") ?? input.labels?.[0])?.textContent ?? input.name).trim();
    return ["radio", "checkbox"].includes(input.type) ? label : `${label} ${input.value}`;
  });
  if (button?.name || !words.length) words.push((button?.getAttribute("aria-label") ?? button?.textContent ?? "").trim());
  return words.join(", ");
}

// Its key is made here and now: one in the page may be a copy's, and used.
export function entryOf(form, button) {
  const data = new FormData(form);
  data.delete("key");
  if (button?.name) data.append(button.name, button.value);
  const key = newKey();
  const fields = [...data].map(([name, value]) => [name, String(value)]).concat([["key", key]]);
  const entry = {
    key, action: form.action, match: matchOf(form.action), fields, words: inWords(form, button),
    kind: form.dataset.keep, act: form.dataset.act, sides: form.dataset.sides ?? "",
    round: Number(field({ fields }, "round") ?? 0), ends: form.id === "round",
    seen: seenBy(form),
    created: Date.now(), tries: 0, left: false, status: "waiting",
  };
  // A corrected entry replaces the old one.
  if (form.dataset.edits) entry.n = Number(form.dataset.edits);
  return entry;
}

// The version of the match that the page showed, if it has one.
function seenBy(form) {
  const seen = form.elements.seen?.value ?? form.dataset.seen;
  return seen === undefined ? null : Number(seen);
}
