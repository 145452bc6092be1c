/** The fields of anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object that came from outside; none for any other value. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
