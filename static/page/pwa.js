// Lets the phone keep the app: the service worker where there is https, and one quiet offer of a home-screen icon.
import { root } from "./page.js";

const workerAddress = document.querySelector("meta[name=worker]")?.content;
if (workerAddress) {
  navigator.serviceWorker?.register(workerAddress, { updateViaCache: "none" }).catch(() => {
    // Without a worker everything works as before, only not without signal.
  });
} else if (!("pocket" in root)) {
  // Workers are switched off: the one this phone has is to fetch its successor, which takes itself off.
  navigator.serviceWorker?.getRegistration().then((kept) => kept?.update());
}

const hint = document.getElementById("install");
const hintWords = hint?.querySelector("p");
const installButton = hint?.querySelector("[data-install]");
const DISMISSED = "install-hint-dismissed";
const standalone = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
const apple = /iPhone|iPad/.test(navigator.userAgent);

function offer(sentence, install) {
  if (!hint || standalone || localStorage.getItem(DISMISSED)) return;
  hintWords.textContent = sentence;
  installButton.hidden = !install;
  installButton.onclick = () => { hint.hidden = true; install.prompt(); };
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
