// Only one tab holds the club's file. Another one waits for it, or takes it over.

const BASE = new URL("./", document.baseURI).pathname;
const NAME = `pocket ${BASE}`;

export async function have({ wait, giveWay }) {
  const tabs = new BroadcastChannel(NAME);
  let letGo;
  const held = new Promise((done) => { letGo = done; });
  tabs.onmessage = async () => {
    if (!mine) return;
    mine = false;
    await giveWay();
    letGo();
  };
  let mine = false;
  const take = (options) => new Promise((done, failed) => {
    navigator.locks.request(NAME, options, (lock) => {
      mine = Boolean(lock);
      done(mine);
      return lock ? held : undefined;
    }).catch(failed);
  });
  if (await take({ ifAvailable: true })) return;
  wait(() => tabs.postMessage("give way"));
  await take({});
}
