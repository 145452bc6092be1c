import type { ComponentType } from 'react';
import { useEffect, useState } from 'react';

/** Nothing of it is needed to show the page: it comes when all else is there. */
const QUIET_MS = 2000;

/** Browsers offer once, early, to install a page; the offer is made to the person later. */
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  globalThis.installPrompt = event;
});

/** Makes the app open without a connection, and tells of newer ones. */
export function Updates() {
  const [Prompt, setPrompt] = useState<ComponentType | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      import('./update-prompt.tsx').then(
        ({ UpdatePrompt }) => setPrompt(() => UpdatePrompt),
        (error: unknown) => console.warn('The app cannot look for newer ones', error),
      );
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return Prompt && <Prompt />;
}
