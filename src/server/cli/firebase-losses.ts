import type { PoolFile } from '#contract/pool-file.ts';
import { byOwner } from '#core/entries.ts';
import { rulesOfOldPool } from '#core/firebase/pools.ts';
import { asksFor } from '#core/formats/traits.ts';
import type { SlotKind, SlotPick } from '#core/pick.ts';
import { ruleNames } from '#core/rules/pool-rules.ts';
import { isTakenBack } from '#core/slots.ts';
import type { Pool } from '#core/types.ts';
import { slotPickOf } from '#server/platform/db/values.ts';

/** Something in a pool that the Firebase layout has no place for. */
export interface Loss {
  readonly count: number;
  readonly one: string;
  readonly many: string;
  /** Which, if they have names. */
  readonly names?: readonly string[];
}

/** What of a pool the Firebase layout cannot hold (decision 062). */
export interface PoolLosses {
  /** Whether the whole pool is left out, because its picks are not sides of games. */
  readonly isLeftOut: boolean;
  /** What somebody chose, entered or wrote: without it another pool would come back. */
  readonly choices: readonly Loss[];
  /** What a server keeps of every pool, and what only means something there. */
  readonly records: readonly Loss[];
}

/** The first entry of each owner that plays, which is the only one that the layout has. */
export function onlyEntries({ entries }: Pick<PoolFile, 'entries'>): PoolFile['entries'] {
  const playing = entries.filter(({ outAt }) => outAt === null);
  const owned = playing.map((entry) => ({ ...entry, isOwn: entry.playerId === entry.ownerId }));
  return [...byOwner(owned).values()].flatMap((own) => own.slice(0, 1));
}

/** A current pick of a file. */
export type CurrentPick = SlotPick & Pick<PoolFile['picks'][number], 'entryId' | 'enteredBy'>;

/** The picks of a file as they are now, without those that were taken back. */
export function currentPicks({ picks }: Pick<PoolFile, 'picks'>): CurrentPick[] {
  return [...lastStates(picks).values()]
    .map(({ entryId, enteredBy, ...state }) => ({ ...slotPickOf(state), entryId, enteredBy }))
    .filter((pick) => !isTakenBack(pick));
}

/** States come in the order of their revisions. */
function lastStates(picks: PoolFile['picks']): ReadonlyMap<string, PoolFile['picks'][number]> {
  return new Map(picks.map((state) => [`${state.entryId} ${state.kind} ${state.about}`, state]));
}

/** Lists what the layout cannot hold of a pool, by its file: of picks and guesses only those that are visible. */
export function lossesOf(pool: Pool, file: PoolFile): PoolLosses {
  const { entries, picks, talk, money, payments } = file;
  const playing = entries.filter(({ outAt }) => outAt === null);
  const only = onlyEntries(file);
  const current = currentPicks(file);
  const numberOf = (kind: SlotKind) => current.filter((pick) => pick.kind === kind).length;
  const bestBets = current.filter((pick) => pick.kind === 'pick' && pick.value?.best).length;
  const rules = otherRules(pool);
  const names = new Map(file.people.map(({ id, name }) => [id, name]));
  const renamed = only.filter(({ name, ownerId }) => name !== null && name !== names.get(ownerId));
  const choices: Loss[] = [
    { count: playing.length - only.length, one: 'second entry', many: 'second entries' },
    { count: entries.length - playing.length, one: 'entry that left', many: 'entries that left' },
    { count: renamed.length, one: 'name of an entry', many: 'names of entries' },
    { count: numberOf('order'), one: 'order', many: 'orders' },
    { count: numberOf('team'), one: 'team', many: 'teams' },
    { count: numberOf('guess'), one: 'guess', many: 'guesses' },
    { count: bestBets, one: 'best bet', many: 'best bets' },
    { count: rules.length, one: 'rule', many: 'rules', names: rules },
    { count: Number(!pool.isListed), one: 'setting', many: 'settings', names: ['not listed'] },
    { count: file.lines.length, one: 'corrected line', many: 'corrected lines' },
    { count: file.sideTables?.length ?? 0, one: 'side table', many: 'side tables' },
    { count: file.buyBacks?.length ?? 0, one: 'buy-back', many: 'buy-backs' },
    { count: file.people.filter((each) => each.isCommissioner).length, one: 'commissioner', many: 'commissioners' },
    { count: file.people.filter(({ member }) => member?.isMuted).length, one: 'muted member', many: 'muted members' },
    { count: picks.length - lastStates(picks).size, one: 'earlier state of a pick', many: 'earlier states of picks' },
    {
      count: talk.filter(({ kind, text }) => kind === 'said' && text !== null).length,
      one: 'message',
      many: 'messages',
    },
    { count: money === null ? 0 : 1, one: 'plan of fees and prizes', many: 'plans of fees and prizes' },
    { count: payments.length, one: 'payment', many: 'payments' },
  ];
  const records: Loss[] = [
    { count: file.games.filter(isSetByHand).length, one: 'game set by hand', many: 'games set by hand' },
    { count: current.filter(isEntered).length, one: 'reason of an entered pick', many: 'reasons of entered picks' },
    { count: file.log.length, one: 'log record', many: 'log records' },
    { count: file.receipts.length, one: 'lock receipt', many: 'lock receipts' },
  ];
  return { isLeftOut: !asksFor('pick', pool.rules), choices: choices.filter(isAny), records: records.filter(isAny) };
}

/** The feed may write over it where the file is read. */
function isSetByHand({ setByAdmin }: PoolFile['games'][number]): boolean {
  return setByAdmin.length > 0;
}

function isEntered({ enteredBy }: CurrentPick): boolean {
  return enteredBy !== null;
}

function isAny({ count }: Loss): boolean {
  return count > 0;
}

/** The rules by which the pool that comes back would not play. */
function otherRules({ rules }: Pool): string[] {
  const old = rulesOfOldPool(rules);
  return ruleNames.filter((rule) => rules[rule] !== old[rule]);
}
