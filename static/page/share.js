// Send a text to another app, or copy it where the phone cannot; and the Print button of the notice board.

const said = document.querySelector("#shared");

for (const button of document.querySelectorAll("[data-share]")) {
  const field = document.getElementById(button.dataset.share);
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (navigator.share) {
      await navigator.share({ text: field.value }).catch(() => {});
      return;
    }
    field.select();
    // Over plain http there is no clipboard object; the old command still copies what is selected.
    const copied = navigator.clipboard ? await navigator.clipboard.writeText(field.value).then(() => true, () => false) : document.execCommand("copy");
    said.textContent = copied ? "Copied." : "Select the text and copy it.";
  });
}

const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
