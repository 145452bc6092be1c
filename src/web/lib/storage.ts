/** How long a value is kept: on this device, or until its tab is closed. */
type Kept = 'localStorage' | 'sessionStorage';

/** Small values in the browser's storage. If the browser forbids storage, nothing is stored and the app works anyway. */
export function readItem(key: string, kept: Kept = 'localStorage'): string | null {
  try {
    return globalThis[kept].getItem(key);
  } catch {
    return null;
  }
}

export function writeItem(key: string, value: string, kept: Kept = 'localStorage'): void {
  try {
    globalThis[kept].setItem(key, value);
  } catch {
    // Private windows may refuse; the value then lasts until the page is closed.
  }
}

export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A value that could not be stored need not be removed.
  }
}
