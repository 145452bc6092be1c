import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#core/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Hints } from './hints.tsx';

/** Nothing of it is needed to show the page, and its calls come after those of the screen. */
const QUIET_MS = 2000;

/** Browsers offer once, early, to install a page; the offer is made to the person later. */
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  globalThis.installPrompt = event;
});

/** Makes the app open without a connection, and tells of newer ones. */
export function Updates() {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isQuiet && <UpdatePrompt />;
}

/**
 * Lines above the bars at the bottom: what a person is told once, and that a newer app is there, which they load when they like. The
 * Picks screen brings no game under them.
 */
function UpdatePrompt() {
  const [load, setLoad] = useState<(() => void) | null>(null);
  useEffect(() => {
    followBuilds((act) => setLoad(() => act)).catch((error: unknown) => {
      console.warn('The app cannot be kept for times without a connection', error);
    });
  }, []);
  return (
    <div
      id="hints"
      role="status"
      className="no-print pointer-events-none fixed inset-x-4 bottom-[calc(var(--dock,0px)+0.5rem)] z-40 flex flex-col items-center md:bottom-6"
    >
      <Hints />
      {load && (
        <div className="panel pointer-events-auto mt-2 flex items-center gap-3 py-2 pr-2 pl-4">
          <Icon name="star" className="size-5 text-amber" />
          <span className="text-sm">A new version is ready.</span>
          <Button tone="plain" onClick={load}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}

/** Between two looks for a new build, ms. */
const PAUSE_MS = MINUTE_MS;

/**
 * Registers the worker and looks for a new build whenever somebody comes back to the page or goes to another screen.
 * @param onNew a build is ready that this page does not run; the argument loads it
 */
async function followBuilds(onNew: (load: () => void) => void): Promise<void> {
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
