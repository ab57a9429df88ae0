// Sends the pocket's matches to the club's server, if it is in reach: the pocket came from the same origin.
// The phone marks as handed over only what the server confirms; handing over twice changes nothing.

const part = document.getElementById("hand-over");
const answer = document.getElementById("handed");
const along = document.getElementById("along");
const LONGEST = 8000; // ms that the club may take to answer; AbortSignal.timeout is newer than the pocket's oldest browser
const OUT_OF_REACH = "The club’s server cannot be reached, or does not know this phone: open the club’s score link on it once, or save the file.";

// A page of the club, with the CSRF token of its forms; null where it is not in reach.
async function tokenOf(address) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), LONGEST);
  const answer = await fetch(address, { cache: "no-store", redirect: "error", signal: stop.signal });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return answer.ok ? page.querySelector("input[name=csrf_token]")?.value : null;
}

async function handOver() {
  const { club, file } = part.dataset;
  const address = `${club}/take-in`;
  const document_ = await (await fetch(file, { cache: "no-store" })).text();
  const token = await tokenOf(address);
  if (!token) throw new Error(OUT_OF_REACH);
  const body = new URLSearchParams({ csrf_token: token, document: document_ });
  const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" }, redirect: "error" });
  const said = await answer.json();
  if (said.questions?.length) {
    ask(address, token, document_); // somebody has to say who is who, on the club's own page
    return;
  }
  if (!said.taken) throw new Error(said.detail || OUT_OF_REACH);
  const form = part.querySelector("form");
  form.elements.there.value = JSON.stringify(said.taken);
  form.submit();
}

function ask(action, token, text) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, target: "_top" });
  for (const [name, value] of [["csrf_token", token], ["document", text]]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
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
