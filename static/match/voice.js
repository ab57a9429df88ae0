// Calls the score out loud in the phone's own voice, off until somebody asks for it: nobody at a table looks down.
// Whatever changed the totals, only the new ones are said, and what is needed when it is not far.
const VOICE = "score called out"; // whether this phone wants it
const STANDS_STILL = 300; // ms until the page is looked at

// What a side still needs, once it has four fifths of the target.
function needed(side, name, total) {
  const left = Number(side.querySelector(".to-go")?.textContent.match(/(\d+) to go/)?.[1]);
  return left > 0 && left * 5 <= left + total ? `, ${name.includes("&") ? "need" : "needs"} ${left}` : "";
}

function readyVoice(state, voice) {
  const wanted = () => localStorage.getItem(VOICE) === "on";
  const seenAt = `totals seen: ${location.pathname}`; // also on the page before Save
  const seen = JSON.parse(sessionStorage.getItem(seenAt) ?? '{"totals": {}, "verdict": null}');
  let settling;

  function say(words) {
    speechSynthesis.cancel(); // an older score is of no use any more
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: "en-GB" }));
  }

  function news(all = false) {
    const said = [];
    for (const side of state.querySelectorAll(".board .side")) {
      const name = side.querySelector("bdi").textContent;
      const total = Number(side.querySelector(".total").textContent.replace("−", "-"));
      if (all || (seen.totals[name] ?? total) !== total) said.push(`${name} ${total}${needed(side, name, total)}`);
      seen.totals[name] = total;
    }
    const before = seen.verdict;
    seen.verdict = state.querySelector(".slip .verdict")?.textContent.replace(/\s+/g, " ").trim() ?? "";
    sessionStorage.setItem(seenAt, JSON.stringify(seen));
    return seen.verdict && before !== null && seen.verdict !== before ? seen.verdict.replace(/–/g, " to ") : said.join(". ");
  }

  function look() {
    const words = news();
    if (words && wanted() && !document.hidden) say(words);
  }

  function showSwitch() {
    voice.closest("li").hidden = false;
    voice.setAttribute("aria-pressed", String(wanted()));
  }

  voice.addEventListener("click", () => {
    localStorage.setItem(VOICE, wanted() ? "off" : "on");
    showSwitch();
    if (wanted()) say(news(true)); // some phones speak only after a tap
    else speechSynthesis.cancel();
  });
  new MutationObserver(() => {
    clearTimeout(settling);
    settling = setTimeout(look, STANDS_STILL);
  }).observe(state, { childList: true, subtree: true, characterData: true });
  showSwitch();
  look();
}

const voiceSwitch = document.querySelector("[data-voice]");
if (voiceSwitch && "speechSynthesis" in window) readyVoice(document.getElementById("state"), voiceSwitch);
