// Loads the parts of a page's script and style that its first view does not need, after that view.
import { make } from "./page.js";

const QUIET = 300; // ms after the page has loaded

// A script waits for the styles named before it, which it may need at once.
function fetchParts() {
  const styles = [];
  for (const { content } of document.querySelectorAll("meta[name=part]")) {
    if (content.includes(".css")) {
      styles.push(new Promise((onload) => {
        document.head.append(make("link", [], { rel: "stylesheet", href: content, onload, onerror: onload }));
      }));
    } else Promise.all(styles).then(() => import(content)).catch(() => {}); // without signal plain links and forms do it
  }
}
window.addEventListener("load", () => setTimeout(fetchParts, QUIET));
