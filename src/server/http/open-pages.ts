import type { Page } from './page.ts';

/** Counts the open pages of each person. */
export class OpenPages {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  /** @param most pages of one person at the same time */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a page until it is closed. @returns false where its person has too many: then it is told so and goes */
  add(page: Page): boolean {
    const { userId } = page;
    const open = this.#open.get(userId) ?? 0;
    if (open >= this.#most) {
      page.turnAway(1013, 'too many open pages');
      return false;
    }
    this.#open.set(userId, open + 1);
    page.onClose(() => this.#forget(userId));
    return true;
  }

  #forget(userId: string): void {
    const left = (this.#open.get(userId) ?? 1) - 1;
    if (left === 0) this.#open.delete(userId);
    else this.#open.set(userId, left);
  }
}
