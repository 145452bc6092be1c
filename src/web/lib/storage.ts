/** Small values in `localStorage`. If the browser forbids storage, nothing is stored and the app works anyway. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
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
