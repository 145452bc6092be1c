import type { SeasonEntry, TeamFacts } from '#core/formats/format.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows } from '#core/standings.ts';
import type { BuyBacks } from './buy-backs.ts';
import { buyBackEnds, isOutForNow, windowOf } from './buy-backs.ts';
import type { SparedWeeks, SurvivorSeason, TeamChoices } from './survivor.ts';
import {
  choiceOf,
  choiceScore,
  sparedWeeks,
  survivorOrder,
  survivorSeason,
  survivorWinners,
  teamSlots,
} from './survivor.ts';

/** An entry of a survivor pool with its season; its teams include sealed ones. */
export interface SurvivorRow extends SeasonEntry, SurvivorSeason, Rank {
  readonly own: TeamChoices;
  readonly buyBacks: BuyBacks;
  /** If the rules let it be bought back after the week that put it out: until when, ms. It may have passed. */
  readonly buyBackEnd: number | null;
  /** That week and moment, if it can still be bought back; null if it can't. */
  readonly mayBuyBack: { readonly weekId: string; readonly until: number } | null;
}

/** The standings of a survivor pool. */
export interface SurvivorTable {
  readonly weeks: readonly PoolWeek[];
  readonly spared: SparedWeeks;
  /** By rank, then by name. */
  readonly rows: readonly SurvivorRow[];
  /** The winning entries, once decided; nobody wins while an entry can still be bought back. */
  readonly winners: readonly string[];
  /** When the next of the entries can no longer be bought back, ms; infinite if none can. */
  readonly validUntil: number;
}

/** Computes the standings of a survivor pool at `now`. */
export function survivorTable(facts: TeamFacts, rules: PoolRules, now: number): SurvivorTable {
  const { weeks, entries } = facts;
  const spared = sparedWeeks(weeks, entries, rules);
  const seasons = entries.map(({ choices: own, buyBacks, ...entry }) => {
    return { ...entry, own, buyBacks, ...survivorSeason(weeks, own, rules, buyBacks, spared) };
  });
  const ends = endsOf(facts, seasons, rules, now);
  const players = seasons.map((player) => {
    const { outWeekId: weekId } = player;
    const until = ends.get(player.id) ?? null;
    const mayBuyBack = weekId !== null && until !== null && now < until ? { weekId, until } : null;
    return { ...player, buyBackEnd: until, mayBuyBack };
  });
  const order = survivorOrder(players, weeks, rules);
  const orderOf = new Map(players.map(({ id }, at) => [id, order[at] ?? 0]));
  const rows = rankRows(players, ({ id }) => orderOf.get(id) ?? 0);
  const open = players.flatMap(({ mayBuyBack }) => mayBuyBack?.until ?? []);
  return {
    weeks,
    spared,
    rows,
    winners: open.length > 0 ? [] : survivorWinners(players, weeks, rules),
    validUntil: Math.min(Number.POSITIVE_INFINITY, ...open),
  };
}

/**
 * The weeks that a team of an entry won, those after it went out included: teams are chosen for a second chance then, too.
 * @param known those of its teams that count
 */
export function wonWeeks(
  { weeks }: Pick<SurvivorTable, 'weeks'>,
  { results, seconds }: SurvivorRow,
  known: TeamChoices,
  rules: PoolRules,
): ReadonlySet<string> {
  const won = weeks.filter(({ id, games }, at) =>
    teamSlots(id, rules).some((slot) => {
      const choice = choiceOf(known, slot);
      const result = slot === id ? results[at] : seconds[id];
      const mayWin = result === 'won' || result === 'out';
      return mayWin && choice !== undefined && choiceScore(games, choice, rules) > 0;
    }),
  );
  return new Set(won.map(({ id }) => id));
}

/** Until when each of the entries that are out can be bought back, by the stored windows. */
function endsOf(
  { weeks, windows, shownWeeks }: TeamFacts,
  seasons: readonly (SurvivorSeason & { readonly id: string })[],
  rules: PoolRules,
  now: number,
): ReadonlyMap<string, number> {
  if (!seasons.some((season) => isOutForNow(season, rules))) return new Map();
  const closesAt = (entryId: string, weekId: string) =>
    windowOf(weeks, weekId, windows.get(entryId)?.get(weekId), shownWeeks.has(weekId), now).closesAt;
  const weekIds = weeks.map(({ id }) => id);
  return buyBackEnds(weekIds, seasons, rules, closesAt, now);
}
