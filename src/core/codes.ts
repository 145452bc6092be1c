/**
 * A type's codes as a list, in the order of `codes`. A code that is missing does not compile, nor does one that the type lacks. So lists of
 * refusals can be checked against the type that the compiler infers from the function that refuses.
 */
export function codesOf<C extends string>(codes: Readonly<Record<C, true>>): readonly C[] {
  return Object.keys(codes) as C[];
}
