/** What the check of lock receipts found, in the words of a pool: names in place of hashed ids, teams in place of sides. */

import type { GameReply } from '#contract/shapes.ts';
import { weekOfSlot } from '#core/formats/survivor/survivor.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import type { Correction, FindingNames } from '#core/receipts/check.ts';
import type { ReceiptCause } from '#core/receipts/receipts.ts';
import { CLOSED } from '#core/receipts/receipts.ts';
import { isRule } from '#core/rules/pool-rules.ts';
import { valueWords, wordsOf } from '#core/rules/words.ts';
import { weekName } from '#core/weeks.ts';

export type NamedGame = Pick<GameReply, 'gid' | 'home' | 'away'>;

/** What is known by name. */
export interface Known {
  /** Names of entries by hashed id. */
  readonly entries: ReadonlyMap<string, string>;
  /** Names of people by hashed id. */
  readonly people: ReadonlyMap<string, string>;
  /** By gid. */
  readonly games: ReadonlyMap<string, NamedGame>;
}

/** The digits of an unknown entry's hashed id that are shown. */
const ENTRY_DIGITS = 8;

/** Entries, slots and values by name; unknown ones by their ids. */
export function namesFrom(known: Known): FindingNames {
  return {
    about: (entry, slot) => {
      const { kind, about } = partsOf(slot);
      const game = gameText(about, known);
      if (kind === 'lock' || kind === 'teams') return `The ${kind} of ${game}`;
      if (kind === 'rule') return `The rule “${ruleLabel(about)}”`;
      const name = known.entries.get(entry) ?? `Entry ${entry.slice(0, ENTRY_DIGITS)}`;
      if (kind === 'game') return `${name}, ${game}`;
      if (kind === 'value') return `${name}, value of ${game}`;
      if (slot === 'owner' || slot === 'name') return `${name}, ${slot}`;
      const weekId = weekOfSlot(about);
      return `${name}, ${about === weekId ? '' : 'second '}${kind} of ${weekName(weekId)}`;
    },
    value: (slot, value) => valueText(slot, value, known),
    time: (ms) => (ms === null ? 'no time' : momentText(ms)),
  };
}

/** One change of a correction: `Grandma Ruth, BUF @ KC: KC → BUF`, and who stored it when. */
export function changeText(change: Correction['changes'][number], known: Known): string {
  const { entry, slot, was, is, madeAt, enteredBy } = change;
  if (slot === 'name') return `${namesFrom(known).about(entry, slot)}: ${is === CLOSED ? 'account closed' : 'changed'}`;
  const by =
    enteredBy === null ? 'not entered by anybody' : `entered by ${known.people.get(enteredBy) ?? 'a commissioner'}`;
  const stored = madeAt === null ? '' : ` (${by}, ${momentText(madeAt)})`;
  return `${namesFrom(known).about(entry, slot)}: ${changedText(slot, was, is, known)}${stored}`;
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
  if (kind === 'lock') return momentText(Number(value));
  if (kind === 'teams') return value;
  if (kind === 'rule') return ruleValue(about, value);
  if (slot === 'owner') return known.people.get(value.split(' ')[1] ?? '') ?? 'somebody else';
  if (kind !== 'game') return value.split(' ').at(-1) ?? value;
  const [side, best] = value.split(' ');
  const team = side === 'home' || side === 'away' ? (known.games.get(about)?.[side] ?? side) : value;
  return best === undefined ? team : `${team} (best bet)`;
}

function ruleLabel(name: string): string {
  return isRule(name) ? wordsOf(name).label : name;
}

/** The value of a rule in words. A file from elsewhere may have anything. */
function ruleValue(name: string, value: string): string {
  try {
    return isRule(name) ? valueWords(name, JSON.parse(value)) : value;
  } catch {
    return value;
  }
}

/** Where a correction is from: `Receipt 12 · Week 3 · by Commissioner Quinn`. */
export function correctionTitle(
  { number, weekId, by }: Pick<Correction, 'number' | 'weekId' | 'by'>,
  known: Known,
): string {
  const author = by === null ? [] : [`by ${causeWords.get(by) ?? known.people.get(by) ?? 'a commissioner'}`];
  return [`Receipt ${number}`, weekId === null ? 'Entries and rules' : weekName(weekId), ...author].join(' · ');
}

const causeWords: ReadonlyMap<string, string> = new Map<ReceiptCause, string>([
  ['feed', 'the results'],
  ['timer', 'the lock'],
  ['import', 'an import'],
  ['link', 'a link'],
  ['upgrade', "an update of Pick'em"],
  ['host', 'the command line'],
]);

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
