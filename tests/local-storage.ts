interface Items {
  [name: string]: string;
}

/** A `localStorage` for tests without a browser. As in browsers, items are own properties. */
export function fakeLocalStorage(): object {
  return Object.create({
    getItem(this: Items, name: string): string | null {
      return this[name] ?? null;
    },
    setItem(this: Items, name: string, text: string): void {
      this[name] = text;
    },
    removeItem(this: Items, name: string): void {
      delete this[name];
    },
  });
}
