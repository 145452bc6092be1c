import { useEffect, useState } from 'react';
import { UpdatePrompt } from './update-prompt.tsx';

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
