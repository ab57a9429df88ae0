// A club that has moved: on to its new address, with what this phone has not been able to send here.
import "../page/every_page.js";
import { waiting } from "../outbox/store.js";

const [oldPlace] = /^.*\/c\/[^/]+\//.exec(location.pathname) ?? [];

async function goThere() {
  const mine = (await waiting().catch(() => [])).filter(({ match }) => match.startsWith(oldPlace));
  const way = document.getElementById("way");
  // Behind the # it goes to no server. It stays kept here as well: sent twice, it counts once.
  if (mine.length) way.hash = `kept=${encodeURIComponent(JSON.stringify(mine))}`;
  location.replace(way.href);
}
goThere();
