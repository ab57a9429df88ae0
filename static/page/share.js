// Send a text to another app, or copy it where the phone cannot; and the Print button of the notice board.

async function share(field) {
  if (navigator.share) {
    await navigator.share({ text: field.value }).catch(() => {});
    return;
  }
  field.select();
  // Over plain http there is no clipboard object; the old command still copies what is selected.
  const copied = navigator.clipboard ? await navigator.clipboard.writeText(field.value).then(() => true, () => false) : document.execCommand("copy");
  document.getElementById("shared").textContent = copied ? "Copied." : "Select the text and copy it.";
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share]");
  if (button) share(document.getElementById(button.dataset.share));
  if (target.closest("[data-print]")) print();
});
