// Lets the phone keep the app: the service worker where there is https, and one quiet offer of a home-screen icon.

const worker = document.querySelector("meta[name=worker]")?.content;
if (worker) {
  navigator.serviceWorker?.register(worker, { updateViaCache: "none" }).catch(() => {
    // Without a worker everything works as before, only not without signal.
  });
} else {
  // Workers are switched off: the one this phone has is to fetch its successor, which takes itself off.
  navigator.serviceWorker?.getRegistration().then((kept) => kept?.update());
}

const hint = document.getElementById("install");
const words = hint?.querySelector("p");
const button = hint?.querySelector("[data-install]");
const DISMISSED = "install-hint-dismissed";
const standalone = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
const apple = /iPhone|iPad/.test(navigator.userAgent);

function offer(sentence, install) {
  if (!hint || standalone || localStorage.getItem(DISMISSED)) return;
  words.textContent = sentence;
  button.hidden = !install;
  button.onclick = () => { hint.hidden = true; install.prompt(); };
  hint.hidden = false;
}

hint?.querySelector("[data-dismiss]").addEventListener("click", () => {
  localStorage.setItem(DISMISSED, "yes");
  hint.hidden = true;
});
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer("Scorekeeper can have an icon on this phone’s home screen.", event);
});
if (apple && window.isSecureContext) offer("For an icon on the home screen: Share, then Add to Home Screen.");
