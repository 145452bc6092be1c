import { MINUTE_MS } from '#core/time.ts';

/** Between two looks for a new build, ms. */
const PAUSE_MS = MINUTE_MS;

/**
 * Registers the worker and looks for a new build whenever somebody comes back to the page or goes to another screen.
 * @param onNew a build is ready that this page does not run; the argument loads it
 */
export async function followBuilds(onNew: (load: () => void) => void): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  await workers.register('/worker.js', { updateViaCache: 'none' });
  const registration = await workers.ready;
  let lookedAt = performance.now();

  async function meet(): Promise<void> {
    const { waiting } = registration;
    if (waiting === null) return;
    if ((await buildOf(waiting)) === __BUILD_TIME__) waiting.postMessage('take over');
    else onNew(() => takeOver(workers, waiting));
  }

  /** Another page has let the new build in. */
  async function meetController(): Promise<void> {
    const { controller } = workers;
    if (controller && (await buildOf(controller)) !== __BUILD_TIME__) onNew(() => location.reload());
  }

  function look(): void {
    if (document.visibilityState !== 'visible' || performance.now() - lookedAt < PAUSE_MS) return;
    lookedAt = performance.now();
    registration.update().catch(() => undefined);
  }

  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => void meet());
  });
  workers.addEventListener('controllerchange', () => void meetController());
  document.addEventListener('visibilitychange', look);
  for (const moment of ['focus', 'pushState']) addEventListener(moment, look);
  await meet();
}

function takeOver(workers: ServiceWorkerContainer, waiting: ServiceWorker): void {
  workers.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take over');
}

function buildOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('build', [port2]);
  });
}
