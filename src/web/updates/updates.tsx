import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#core/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useReservedHeight } from '#web/ui/reserved-height.ts';
import { Hints } from './hints.tsx';

/** The page does not need this to show, so its calls come after those of the screen. */
const QUIET_MS = 2000;

/** Browsers offer to install a page once, early; the person gets the offer later. */
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  globalThis.installPrompt = event;
});

/** Lets the app open without a connection, and reports newer builds. */
export function Updates() {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isQuiet && <UpdatePrompt />;
}

/** Notices above the bars at the bottom: one-time hints, and that a newer build is ready, which the person loads when they like. */
function UpdatePrompt() {
  const [load, setLoad] = useState<(() => void) | null>(null);
  const ref = useReservedHeight('--hints');
  useEffect(() => {
    followBuilds((act) => setLoad(() => act)).catch((error: unknown) => {
      console.warn('The app cannot be kept for times without a connection', error);
    });
  }, []);
  return (
    <div
      ref={ref}
      id="hints"
      role="status"
      className="no-print pointer-events-none fixed inset-x-4 bottom-[var(--bars,0px)] z-40 flex flex-col items-center *:mb-2"
    >
      <Hints />
      {load && (
        <div className="panel pointer-events-auto flex items-center gap-3 py-2 pr-2 pl-4">
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

/** The minimum time between two checks for a new build, in ms. */
const PAUSE_MS = MINUTE_MS;

/**
 * Registers the worker, and checks for a new build whenever the person returns to the page or changes the screen.
 * @param onNew called when a build is ready that this page does not run; its argument loads it
 */
async function followBuilds(onNew: (load: () => void) => void): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  await workers.register('/worker.js', { updateViaCache: 'none' });
  const registration = await workers.ready;
  let checkedAt = performance.now();

  async function handleWaitingBuild(): Promise<void> {
    const { waiting } = registration;
    if (waiting === null) return;
    if ((await buildOf(waiting)) === __BUILD_TIME__) waiting.postMessage('take over');
    else onNew(() => takeOver(workers, waiting));
  }

  /** Another page has activated the new build. */
  async function handleController(): Promise<void> {
    const { controller } = workers;
    if (controller && (await buildOf(controller)) !== __BUILD_TIME__) onNew(() => location.reload());
  }

  function look(): void {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < PAUSE_MS) return;
    checkedAt = performance.now();
    registration.update().catch(() => undefined);
  }

  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => void handleWaitingBuild());
  });
  workers.addEventListener('controllerchange', () => void handleController());
  document.addEventListener('visibilitychange', look);
  for (const moment of ['focus', 'pushState']) addEventListener(moment, look);
  await handleWaitingBuild();
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
