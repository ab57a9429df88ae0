// Brings this phone and the club's server up to date, if it is in reach: the pocket came from the same origin.
// What waits goes part by part; the phone marks as handed over only what the server confirms, so it may be cut anywhere.

const part = document.getElementById("hand-over");
const answer = document.getElementById("handed");
const along = document.getElementById("along");
const scanned = document.getElementById("scanned");
const LONGEST = 8000; // ms that the club may take to answer; AbortSignal.timeout is newer than the pocket's oldest browser
const TRIES = 5; // of a part that a busy server sends back
const OUT_OF_REACH = "The club’s server cannot be reached, or does not know this phone: open the club’s score link on it once, or save the file.";
const NOT_OPENED = {
  404: "Nobody opens clubs on this server by themselves. Ask whoever runs it for the manager’s link of a new club, or take the file.",
  422: "The server did not open a club: give this phone a name, or try again tomorrow.",
};
const TOO_LARGE = "This club is too large to go in one piece. Save its file: whoever runs the server can import it there.";
const JSON_PLEASE = { Accept: "application/json" };

// Whether the club answers, and knows this phone.
async function inReach(address) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), LONGEST);
  const answer = await fetch(address, { cache: "no-store", redirect: "error", signal: stop.signal });
  return answer.ok && answer.headers.has("X-Scorekeeper");
}

async function post(address, body) {
  const answer = await fetch(address, { method: "POST", body, headers: JSON_PLEASE, redirect: "error" });
  const said = await answer.json().catch(() => ({}));
  return { ok: answer.ok, status: answer.status, busy: answer.status === 503, ...said };
}

// The club's answer about one part, null where somebody has to say who is who, on the club's own page.
async function send(address, text, choices) {
  const body = new URLSearchParams({ document: text });
  for (const [id, choice] of Object.entries(choices)) body.set(`choice-${id}`, choice);
  for (let tries = 1; ; tries += 1) {
    const said = await post(address, body);
    if (said.questions?.length) {
      ask(address, text);
      return null;
    }
    if (said.taken) return said.taken;
    if (!said.busy || tries === TRIES) throw new Error(said.detail || OUT_OF_REACH);
    await new Promise((done) => setTimeout(done, 1000 * tries));
  }
}

async function handOver(address, choices) {
  const received = document.getElementById("received").action;
  const left = [];
  let after = "";
  let sent = 0;
  do {
    const file = await fetch(`${part.dataset.file}?after=${after}`, { cache: "no-store" });
    const text = await file.text();
    const { rows, next } = JSON.parse(text.split("\n", 1)[0]);
    if (rows) {
      const taken = await send(address, text, choices);
      if (!taken) return null;
      const marked = await post(received, new URLSearchParams({ there: JSON.stringify(taken) }));
      if (!marked.ok) throw new Error(marked.detail || "This phone could not note what the club has. Try again.");
      left.push(...taken.filter((one) => !one.safe));
      sent += taken.length;
      answer.textContent = `Handing over: ${sent} done, ${marked.waiting} left…`;
    }
    after = next;
  } while (after);
  return left;
}

async function fetchNews(club) {
  const { since, along: here } = part.dataset;
  if (since === undefined) return;
  answer.textContent = "Taking over what is new at the club…";
  const news = await fetch(`${club}/take-along.jsonl?since=${since}`, { cache: "no-store", redirect: "error" });
  if (!news.ok) throw new Error(OUT_OF_REACH);
  const form = new FormData();
  form.set("file", new File([await news.blob()], "take-along.jsonl"));
  const said = await post(here, form);
  if (!said.ok) throw new Error(said.detail || "This phone could not take over what is new. Try again.");
}

async function bringUpToDate(choices) {
  answer.textContent = "Looking for the club…";
  const { club } = part.dataset;
  if (!await inReach(`${club}/take-in`)) throw new Error(OUT_OF_REACH);
  const left = await handOver(`${club}/take-in`, choices);
  if (!left) return;
  await fetchNews(club);
  const form = document.getElementById("received");
  form.elements.there.value = JSON.stringify(left);
  form.submit();
}

function ask(action, text) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, target: "_top" });
  for (const [name, value] of [["document", text], ["from_pocket", "yes"]]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

// Opens this phone's club on the server: a new club there, which the club of this phone takes the place of.
async function openThere(form) {
  answer.textContent = "Opening the club…";
  const { home, whole, name } = form.dataset;
  const { phone, link } = form.elements;
  const opened = link.value
    ? await fetch(new URL(link.value).pathname, { cache: "no-store" })
    : await fetch("/clubs", { method: "POST", body: new URLSearchParams({ name, phone: phone.value }) });
  const [, empty] = new URL(opened.url).pathname.match(/^\/c\/([^/]+)\/$/) ?? [];
  if (!opened.ok || !empty) throw new Error(NOT_OPENED[opened.status] ?? NOT_OPENED[404]);
  const file = new FormData();
  file.set("file", new File([await (await fetch(whole, { cache: "no-store" })).blob()], "club.jsonl"));
  const said = await post(`/c/${empty}/take-in`, file);
  if (said.status === 413) throw new Error(TOO_LARGE);
  if (!said.club) throw new Error(said.detail || OUT_OF_REACH);
  const noted = await post(home, new URLSearchParams());
  if (!noted.ok) throw new Error("This phone could not note that the club is on the server. Try again.");
  location.reload();
}

async function takeAlong() {
  const answer = await fetch(along.dataset.from, { cache: "no-store", redirect: "error" });
  if (!answer.ok) return;
  const chosen = new DataTransfer();
  chosen.items.add(new File([await answer.blob()], "take-along.jsonl"));
  along.elements.file.files = chosen.files;
}

// A match that somebody's camera has read: the code stands behind the address, which no server sees.
function offerScanned() {
  scanned.hidden = !/^#match\d+\./.test(location.hash);
  scanned.elements.document.value = location.hash.slice(1);
}

if (scanned) {
  offerScanned();
  addEventListener("hashchange", offerScanned);
}
if (part) {
  part.hidden = false;
  const open = document.getElementById("open");
  open?.addEventListener("submit", async (event) => {
    event.preventDefault();
    await openThere(open).catch((error) => { answer.textContent = error instanceof TypeError ? OUT_OF_REACH : error.message; });
  });
  const buttons = document.querySelectorAll("#hand-over > button, button[name^='choice-']");
  const disable = (on) => { for (const button of buttons) button.disabled = on; };
  for (const button of buttons) {
    button.addEventListener("click", async () => {
      disable(true);
      const choices = button.name ? { [button.name.slice("choice-".length)]: button.value } : {};
      await bringUpToDate(choices).catch((error) => { answer.textContent = error instanceof TypeError ? OUT_OF_REACH : error.message; });
      disable(false);
    });
  }
}
if (along?.dataset.from) takeAlong().catch(() => {});
