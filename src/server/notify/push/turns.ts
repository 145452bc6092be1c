/** Limits how many things happen at once, in total and per key. Others wait for their turn, in order. */
export class Turns {
  #free: number;
  readonly #ofOne: number;
  readonly #taken = new Map<string, number>();
  readonly #waiting: { readonly key: string; readonly begin: () => void }[] = [];

  constructor(atOnce: number, ofOne: number) {
    this.#free = atOnce;
    this.#ofOne = ofOne;
  }

  async take<T>(key: string, act: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ key, begin });
      this.#beginNext();
    });
    try {
      return await act();
    } finally {
      this.#count(key, -1);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    const at = this.#free === 0 ? -1 : this.#waiting.findIndex(({ key }) => (this.#taken.get(key) ?? 0) < this.#ofOne);
    const [next] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) return;
    this.#count(next.key, 1);
    next.begin();
  }

  #count(key: string, more: 1 | -1): void {
    this.#free -= more;
    const taken = (this.#taken.get(key) ?? 0) + more;
    if (taken === 0) this.#taken.delete(key);
    else this.#taken.set(key, taken);
  }
}
