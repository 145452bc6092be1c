/** The first field that is changed without saying what it was; null where each says so. */
export function unseenField(change: object = {}, seen: object = {}): string | null {
  return Object.keys(change).find((field) => !Object.hasOwn(seen, field)) ?? null;
}
