/** Reading JSON that somebody else wrote: what is not there, or of another kind, reads as nothing. Never throws. */

/** The fields of an object; none for anything else. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text without the blanks around it; null for anything else and for an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.trim() || null : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** What follows a path of fields. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => fieldsOf(inner)[name], value);
}

/** A value as it may stand in a message: short, on one line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
