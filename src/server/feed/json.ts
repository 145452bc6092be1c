/** Reads untrusted JSON: missing values and values of another type read as null or empty. Nothing here throws. */
import { fieldsOf } from '#core/fields.ts';

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A trimmed text; null for an empty one and for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.trim() || null : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The value at a path of fields. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => fieldsOf(inner)[name], value);
}
