// The offline page lists what this phone has a copy of, the newest first, a page of several addresses once.
import { make, parse } from "./page.js";

const keptPages = document.getElementById("kept-pages");

async function linkTo(cache, { url }) {
  const copy = await cache.match(url);
  const { title } = parse(await copy.text());
  return make("li", make("a", title || url, { href: url }));
}

async function listKeptPages() {
  const cache = await caches.open("club pages");
  const kept = new Map((await cache.keys()).map((each) => [new URL(each.url).pathname, each]));
  const pages = [...kept.values()].filter(({ url }) => !url.endsWith("/rounds/new")).reverse();
  keptPages.append(...await Promise.all(pages.map((each) => linkTo(cache, each))));
  keptPages.parentElement.hidden = !pages.length;
}

if (keptPages && window.caches) listKeptPages();
