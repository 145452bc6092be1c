import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/**
 * Rows as the lines of one text, which is quicker on both engines than a row for each of them (decision 076). Fields contain neither a new
 * line nor a tab: JSON escapes both in strings, and no id has them.
 */
const [NEW_LINE, TAB] = ['\n', '\t'];

/** The rows of a subquery as one text; null if there are none. @param fields those that are null are left out of their line */
export function asLines(fields: readonly RawBuilder<unknown>[]): RawBuilder<string | null> {
  return sql`string_agg(concat_ws(${TAB}, ${sql.join(fields)}), ${NEW_LINE})`;
}

/** The lines of a text of `asLines`. */
export function linesOf(text: string | null): string[] {
  return text?.split(NEW_LINE) ?? [];
}

/** The fields of a line. */
export function fieldsOf(line: string): string[] {
  return line.split(TAB);
}
