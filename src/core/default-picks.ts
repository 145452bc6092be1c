import { asksFor } from '#core/formats/traits.ts';
/** Own defaults: what counts for an entry without a pick, if the rules let each player choose that (`missed: own`, decision 056). */

import type { MissableGame } from './auto-picks.ts';
import { autoSide } from './auto-picks.ts';
import type { SurvivorWeek, TeamChoices, UseRules } from './formats/survivor/survivor.ts';
import { choiceOf, teamSlots, usedTeams } from './formats/survivor/survivor.ts';
import { gameCounts } from './game.ts';
import { isLocked } from './locks.ts';
import { lockedBeforeJoining } from './newcomers.ts';
import type { SlotKind, SlotWish } from './pick.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';

/** The defaults for missed games. */
export const defaultSides = ['favourite', 'home', 'away'] as const;

/** The default of a player: a side in each game, or in a survivor pool the first of these teams that can be chosen. */
export type DefaultPick = { readonly side: (typeof defaultSides)[number] } | { readonly teams: readonly string[] };

/** The default of an entry from a moment on; null for none. */
export interface StoredDefault {
  readonly value: DefaultPick | null;
  /** ms */
  readonly madeAt: number;
}

/** Whether the default of a player fits the format of the pool. */
export function fitsFormat(value: DefaultPick, rules: Pick<PoolRules, 'format'>): boolean {
  return asksFor('team', rules) ? 'teams' in value : 'side' in value;
}

/** The default in effect at a lock. A change made at or after the lock does not count for it. */
export function defaultAt(defaults: readonly StoredDefault[], lockAt: number): StoredDefault | undefined {
  const before = defaults.filter(({ madeAt }) => madeAt < lockAt);
  return before.reduce<StoredDefault | undefined>(
    (last, each) => (last && last.madeAt > each.madeAt ? last : each),
    undefined,
  );
}

/** A pick that a default makes, and when the default was set (ms). */
export interface DefaultPickMade<K extends SlotKind = SlotKind> {
  readonly wish: SlotWish<K>;
  readonly madeAt: number;
}

/**
 * The sides that count for an entry in the locked games that it did not pick, also in those that are off: they may be on again.
 * @param games with the pool's locks and lines
 * @param picked the gids of the games that it picked
 * @param listed the locks (ms) that receipts list: whatever came after one could not be told from a pick that was made up later
 */
export function defaultSidesOf(
  games: readonly MissableGame[],
  entry: {
    readonly picked: ReadonlySet<string>;
    readonly joinedAt: number;
    readonly defaults: readonly StoredDefault[];
  },
  rules: PoolRules,
  now: number,
  listed: ReadonlySet<number>,
): DefaultPickMade<'pick'>[] {
  return games.flatMap((game) => {
    const isDue = isLocked(game, now) && !listed.has(game.lockAt);
    if (!isDue || entry.picked.has(game.gid) || lockedBeforeJoining(game, entry.joinedAt)) return [];
    const wanted = defaultAt(entry.defaults, game.lockAt);
    if (!wanted?.value || !('side' in wanted.value)) return [];
    const side = autoSide({ ...game, void: null }, { ...rules, missed: wanted.value.side });
    return side === null ? [] : [{ wish: { kind: 'pick', about: game.gid, value: { side } }, madeAt: wanted.madeAt }];
  });
}

/**
 * The teams that count for an entry of a survivor pool in a week in which it lacks some: the first ones on its list that it can still choose,
 * each once the game of that team locks. Teams that it chose for other weeks are left to those.
 * @param weeks of the pool in order; their games have the pool's locks
 * @param listed the locks (ms) that receipts list, at which no more teams are chosen
 */
export function defaultTeams(
  weeks: readonly (SurvivorWeek & { readonly games: readonly Pick<Game, 'lockAt'>[] })[],
  weekId: string,
  entry: { readonly choices: TeamChoices; readonly defaults: readonly StoredDefault[] },
  rules: UseRules,
  now: number,
  listed: ReadonlySet<number>,
): DefaultPickMade<'team'>[] {
  if (entry.defaults.length === 0) return [];
  const week = weeks.find(({ id }) => id === weekId)?.games ?? [];
  const games = week.filter((game) => gameCounts(game) && !listed.has(game.lockAt));
  const choices = { ...entry.choices };
  const found: DefaultPickMade<'team'>[] = [];
  const locks = new Set(games.filter((game) => isLocked(game, now)).map(({ lockAt }) => lockAt));
  for (const lockAt of [...locks].sort((a, b) => a - b)) {
    const missing = teamSlots(weekId, rules).filter((slot) => choiceOf(choices, slot) === undefined);
    const wanted = defaultAt(entry.defaults, lockAt);
    if (missing[0] === undefined || !wanted?.value || !('teams' in wanted.value)) continue;
    const used = usedTeams(weeks, choices, missing[0], rules);
    const taken = new Set(teamSlots(weekId, rules).map((slot) => choiceOf(choices, slot)?.gid));
    const next = wanted.value.teams.flatMap((team) => {
      const game = games.find((each) => each.lockAt >= lockAt && (each.home === team || each.away === team));
      if (game === undefined || used.has(team) || taken.has(game.gid)) return [];
      taken.add(game.gid);
      return [{ game, team }];
    });
    const locked = next.slice(0, missing.length).filter(({ game }) => game.lockAt === lockAt);
    for (const [at, slot] of missing.slice(0, locked.length).entries()) {
      const { game, team } = locked[at] ?? {};
      if (game === undefined || team === undefined) continue;
      choices[slot] = { gid: game.gid, team };
      found.push({ wish: { kind: 'team', about: slot, value: { gid: game.gid, team } }, madeAt: wanted.madeAt });
    }
  }
  return found;
}
