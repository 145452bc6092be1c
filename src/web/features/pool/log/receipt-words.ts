/** What the check of lock receipts found, in the words of a pool: names in place of hashed ids, teams in place of sides. */
import type { GameReply } from '#contract/shapes.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import type { Correction, FindingNames } from '#core/receipts/check.ts';
import { SHOWN_DIGITS } from '#core/receipts/receipts.ts';
import { weekName } from '#core/weeks.ts';

export type NamedGame = Pick<GameReply, 'gid' | 'home' | 'away'>;

/** What is known by name. */
export interface Known {
  /** Names of entries by hashed id. */
  readonly entries: ReadonlyMap<string, string>;
  /** By gid. */
  readonly games: ReadonlyMap<string, NamedGame>;
}

/** The digits of an unknown entry's hashed id that are shown. */
const ENTRY_DIGITS = 8;

/** Entries and slots by name; unknown ones by their ids. */
export function namesFrom(known: Known): FindingNames {
  return {
    entry: (hashed) => known.entries.get(hashed) ?? `Entry ${hashed.slice(0, ENTRY_DIGITS)}`,
    slot: (slot) => {
      const { kind, about } = partsOf(slot);
      if (kind === 'game') return gameText(about, known);
      return `${kind} of ${kind === 'value' ? gameText(about, known) : weekName(about)}`;
    },
  };
}

/** One change of a correction: `Grandma Ruth, BUF @ KC: KC → BUF`. */
export function changeText({ entry, slot, was, is }: Correction['changes'][number], known: Known): string {
  const names = namesFrom(known);
  return `${names.entry(entry)}, ${names.slot(slot)}: ${changedText(slot, was, is, known)}`;
}

function changedText(slot: string, was: string | null, is: string | null, known: Known): string {
  // A whole order is too long to be read twice; its values are listed game by game.
  if (partsOf(slot).kind === 'order') return was === null ? 'set' : is === null ? 'taken back' : 'changed';
  return `${valueText(slot, was, known)} → ${valueText(slot, is, known)}`;
}

/** A value as it is listed: `home`, `away best`, `GID KC`, `GID 41`, `12`. */
function valueText(slot: string, value: string | null, known: Known): string {
  if (value === null) return 'none';
  const { kind, about } = partsOf(slot);
  if (kind !== 'game') return value.split(' ').at(-1) ?? value;
  const [side, best] = value.split(' ');
  const team = side === 'home' || side === 'away' ? (known.games.get(about)?.[side] ?? side) : value;
  return best === undefined ? team : `${team} (best bet)`;
}

function gameText(gid: string, { games }: Known): string {
  const game = games.get(gid);
  return game === undefined ? gid : `${game.away} @ ${game.home}`;
}

function partsOf(slot: string): { readonly kind: string; readonly about: string } {
  const at = slot.indexOf(':');
  return { kind: slot.slice(0, at), about: slot.slice(at + 1) };
}

/** When a receipt was written. A changed file may have a number that is no time. */
export function momentText(ms: number): string {
  return Number.isNaN(new Date(ms).getTime()) ? String(ms) : `${formatDay(ms)}, ${formatTime(ms)}`;
}

/** Rising numbers with their runs shortened: `1–12, 14`. */
export function rangesText(numbers: readonly number[]): string {
  const starts = numbers.filter((number, at) => numbers[at - 1] !== number - 1);
  const ends = numbers.filter((number, at) => numbers[at + 1] !== number + 1);
  return starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}–${ends[at]}`)).join(', ');
}

/** The digits of a hash as a person typed or pasted it, maybe with the text before it; null if they are too few to be told apart. */
export function typedHash(text: string): string | null {
  const digits = text.replace(/^.*:/s, '').replace(/\s/g, '').toLowerCase();
  return digits.length >= SHOWN_DIGITS && /^[0-9a-f]{1,64}$/.test(digits) ? digits : null;
}
