// Confetti when a match has just been won, unless motion is reduced or the knock is switched off.
import { make } from "../page/page.js";

const PIECES = 60;

export function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const shower = make("div", [], { className: "confetti" });
  document.body.append(shower);
  for (let number = 0; number < PIECES; number += 1) {
    const piece = make("i", []);
    piece.style.left = `${100 * Math.random()}%`;
    shower.append(piece);
    const end = `translate(${30 * Math.random() - 15}vw, 110vh) rotate(${1080 * Math.random()}deg)`;
    piece.animate(
      [{ transform: "translateY(-5vh)" }, { transform: end }],
      { duration: 1600 + 1400 * Math.random(), delay: 500 * Math.random(), easing: "ease-in", fill: "both" },
    );
  }
  setTimeout(() => shower.remove(), 3500); // when the last piece has fallen
}
