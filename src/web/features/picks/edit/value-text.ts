import type { Field, Values } from './game-draft.ts';
import { formOf } from './game-draft.ts';

/** One value of a game in words. */
export function valueText(game: Values, field: Field): string {
  const value = formOf(game)[field];
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null) return 'neither';
  if (field === 'kickoff') return `${value.replace('T', ' ')} Eastern`;
  return value === '' ? 'no line' : value;
}
