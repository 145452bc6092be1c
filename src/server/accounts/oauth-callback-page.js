// Tells the page of the league what came of a visit to a provider, and gets out of the way.
const NAME = 'pickem-provider';
const { outcome, mode, goTo } = JSON.parse(document.documentElement.dataset.visit);

const channel = new BroadcastChannel(NAME);
channel.postMessage(outcome);

if (mode === 'popup') {
  // Where the browser does not let it close, the page says how to go on.
  setTimeout(() => window.close(), 100);
} else {
  if (outcome.kind !== 'signed-in') sessionStorage.setItem(NAME, JSON.stringify(outcome));
  location.replace(goTo);
}
