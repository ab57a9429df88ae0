// Parts of a page's script that its first view does not need are fetched once that stands.

const QUIET = 300; // ms after the page has come

function fetchParts() {
  for (const { content } of document.querySelectorAll("meta[name=part]")) {
    import(content).catch(() => {}); // without signal: what it does is done by plain links and forms
  }
}
window.addEventListener("load", () => setTimeout(fetchParts, QUIET));
