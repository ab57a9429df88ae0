// Whether the club's own server answers: a wifi's log-in page is not its JSON.
import { ask, NoAnswer } from "./ask.js";
import { root, tell } from "./page.js";

export async function reached() {
  try {
    const { json } = await ask(`${root.base}/healthz`);
    if (json.ok === true) return json;
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault;
  }
  tell("server:lost");
  return false;
}
