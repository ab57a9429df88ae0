// Sends the pocket's matches to the club's server, if it is in reach: the pocket came from the same origin.
// The phone marks as handed over only what the server confirms; handing over twice changes nothing.

const part = document.getElementById("hand-over");
const answer = document.getElementById("handed");
const along = document.getElementById("along");
const LONGEST = 8000; // ms that the club may take to answer; AbortSignal.timeout is newer than the pocket's oldest browser
const OUT_OF_REACH = "The club’s server cannot be reached, or does not know this phone: open the club’s score link on it once, or save the file.";

// Whether the club answers, and knows this phone.
async function inReach(address) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), LONGEST);
  const answer = await fetch(address, { cache: "no-store", redirect: "error", signal: stop.signal });
  return answer.ok && answer.headers.has("X-Scorekeeper");
}

async function handOver() {
  const { club, file } = part.dataset;
  const address = `${club}/take-in`;
  const document_ = await (await fetch(file, { cache: "no-store" })).text();
  if (!await inReach(address)) throw new Error(OUT_OF_REACH);
  const body = new URLSearchParams({ document: document_ });
  const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" }, redirect: "error" });
  const said = await answer.json();
  if (said.questions?.length) {
    ask(address, document_); // somebody has to say who is who, on the club's own page
    return;
  }
  if (!said.taken) throw new Error(said.detail || OUT_OF_REACH);
  const form = part.querySelector("form");
  form.elements.there.value = JSON.stringify(said.taken);
  form.submit();
}

function ask(action, text) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, target: "_top" });
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "document", value: text }));
  document.body.append(form);
  form.submit();
}

async function takeAlong() {
  const answer = await fetch(along.dataset.from, { cache: "no-store", redirect: "error" });
  if (!answer.ok) return;
  const chosen = new DataTransfer();
  chosen.items.add(new File([await answer.blob()], "take-along.jsonl"));
  along.elements.file.files = chosen.files;
}

if (part) {
  part.hidden = false;
  const button = part.querySelector("button");
  button.addEventListener("click", async () => {
    button.disabled = true;
    answer.textContent = "Handing over…";
    await handOver().catch((error) => { answer.textContent = error instanceof TypeError ? OUT_OF_REACH : error.message; });
    button.disabled = false;
  });
}
if (along?.dataset.from) takeAlong().catch(() => {});
