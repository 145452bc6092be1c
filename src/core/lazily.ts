/** Makes a value when it is first needed: a formatter of dates takes a phone some 20 ms, and the first screen may do without. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
