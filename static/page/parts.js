// Loads the parts of a page's script and style that its first view does not need, after that view.
import { make } from "./page.js";

const QUIET = 300; // ms after the page has loaded
let missing = [...document.querySelectorAll("meta[name=part]")].map(({ content }) => content);

function addStyle(href) {
  return new Promise((onload) => {
    document.head.append(make("link", [], { rel: "stylesheet", href, onload, onerror: onload }));
  });
}

// Without signal plain links and forms do it, until there is signal again.
// All is fetched before it is used: browsers remember an address that could not be imported.
async function loadParts() {
  const parts = missing;
  missing = [];
  try {
    await Promise.all(parts.map(async (part) => (await fetch(part)).text()));
  } catch {
    missing = parts;
    return;
  }
  // A script waits for the styles, which it may need at once.
  await Promise.all(parts.filter((part) => part.includes(".css")).map(addStyle));
  for (const part of parts) if (part.includes(".js")) import(part);
}

window.addEventListener("load", () => setTimeout(() => {
  loadParts();
  window.addEventListener("online", loadParts);
  document.addEventListener("server:reached", loadParts);
}, QUIET));
