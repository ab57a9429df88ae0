// Offers a home-screen icon once.

const hint = document.getElementById("install");
const installButton = hint?.querySelector("[data-install]");
const DISMISSED = "icon dismissed";
const standalone = matchMedia("(display-mode: standalone)").matches || navigator.standalone;

function offer(sentence, install) {
  if (!hint || standalone || localStorage.getItem(DISMISSED)) return;
  hint.querySelector("p").textContent = sentence;
  installButton.hidden = !install;
  installButton.onclick = () => { hint.hidden = true; install.prompt(); };
  hint.hidden = false;
}

hint?.querySelector("[data-dismiss]").addEventListener("click", () => {
  localStorage.setItem(DISMISSED, "yes");
  hint.hidden = true;
});
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer("Scorekeeper can have an icon on the home screen.", event);
});
if (/iPhone|iPad/.test(navigator.userAgent) && isSecureContext) offer("For an icon on the home screen: Share, then Add to Home Screen.");
