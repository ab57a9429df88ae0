// Parts of a page's script and style that its first view does not need are fetched once that stands.

const QUIET = 300; // ms after the page has come

function fetchStyle(href) {
  return new Promise((onload) => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload, onerror: onload }));
  });
}

// A script waits for the styles named before it: it may show at once what they are for.
function fetchParts() {
  const styles = [];
  for (const { content } of document.querySelectorAll("meta[name=part]")) {
    if (content.includes(".css")) styles.push(fetchStyle(content));
    // Without signal what it does is done by plain links and forms.
    else Promise.all(styles).then(() => import(content)).catch(() => {});
  }
}
window.addEventListener("load", () => setTimeout(fetchParts, QUIET));
