/** Makes a formatter when it is first needed: it takes a phone up to 20 ms, and the first screen may do without. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
