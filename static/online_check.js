// What the outbox does not keep (undo, calling off, a rematch, settings) is only sent once the club has answered:
// without signal the browser would put its own error page in the place of this one, and of what was typed.

const PATIENCE = 4000; // ms for the club to answer
const WORDS = "No signal: nothing was changed. Tap again when there is signal.";
const answered = new WeakSet(); // forms whose submission has been asked about, and may go
let asking = false;

async function reached() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return (await answer.json()).ok === true; // a wifi's log-in page is no JSON
  } catch {
    return false;
  }
}

const takeBack = () => document.getElementById("no-signal")?.remove();

function refuse(form) {
  const notice = Object.assign(document.createElement("p"), { id: "no-signal", className: "card error", role: "alert" });
  notice.textContent = WORDS;
  (form.closest(".last, .bar") ?? form).after(notice);
  notice.scrollIntoView({ block: "nearest" });
}

async function submitted(event) {
  const form = event.target;
  if (form.method !== "post" || "keep" in form.dataset || answered.delete(form)) return;
  event.preventDefault();
  event.stopPropagation();
  if (asking || form.dataset.sent) return;
  asking = true;
  takeBack();
  const there = await reached();
  asking = false;
  if (!there) {
    refuse(form);
    document.dispatchEvent(new CustomEvent("server:lost"));
    return;
  }
  answered.add(form);
  form.requestSubmit(event.submitter);
}

document.addEventListener("submit", submitted, true);
document.addEventListener("server:reached", takeBack);
