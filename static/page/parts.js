// Loads the parts of a page's script and style that its first view does not need, after that view.
import { make } from "./page.js";

const QUIET = 300; // ms after the page has loaded
const missing = [...document.querySelectorAll("meta[name=part]")].map(({ content }) => content);

// Fetched before it is used: browsers remember an address that could not be imported.
async function fetched(part) {
  try {
    await (await fetch(part)).text();
    return part;
  } catch {
    missing.push(part); // until there is signal again plain links and forms do it
    return "";
  }
}

function addStyle(href) {
  return new Promise((onload) => {
    document.head.append(make("link", [], { rel: "stylesheet", href, onload, onerror: onload }));
  });
}

// A script waits for the styles, which it may need at once.
async function loadParts() {
  const parts = await Promise.all(missing.splice(0).map(fetched));
  await Promise.all(parts.filter((part) => part.includes(".css")).map(addStyle));
  for (const part of parts) if (part.includes(".js")) import(part);
}

window.addEventListener("load", () => setTimeout(() => {
  loadParts();
  window.addEventListener("online", loadParts);
  document.addEventListener("server:reached", loadParts);
}, QUIET));
