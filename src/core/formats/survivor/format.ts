import type {
  AskedWeek,
  Field,
  FieldFacts,
  Format,
  Season,
  SeasonFacts,
  SeasonRow,
  ShownTeam,
  Survival,
} from '#core/formats/format.ts';
import { nextLock } from '#core/locks.ts';
import type { Halves } from '#core/scoring.ts';
import { averageScore, halvesOfPoints, totalScore } from '#core/scoring.ts';
import type { SideTable } from '#core/side-tables.ts';
import { hasSecondChance } from '#core/side-tables.ts';
import { distinctNames } from '#core/standings.ts';
import type { SurvivorResult, TeamChoices, TeamSlot } from './survivor.ts';
import { choiceOf, choiceScore, teamSlot, teamSlots, weekOfSlot } from './survivor.ts';
import type { SurvivorRow } from './table.ts';
import { survivorTable } from './table.ts';
import { knownChoices, slotHolder, waitsForTeam } from './week.ts';

/** A team for each week, which costs a life unless it is safe. */
export const survivor: Format = {
  score({ id, games }, rules) {
    const slots = teamSlots(id, rules);
    return ({ teams }) => {
      const scores = slots.map((slot) => {
        const choice = choiceOf(teams, slot);
        return choice === undefined ? 0 : choiceScore(games, choice, rules);
      });
      return { halves: totalScore(scores), correct: scores.filter((score) => score > 0).length };
    };
  },
  asked: (weekId, openGames, rules) => Math.min(openGames, teamSlots(weekId, rules).length),
  field,
  season,
};

/**
 * Entries still choose teams while they are in, and until the pool is won; those who are out, in the weeks of a side table for them. For
 * other viewers only visible facts count: not whether the game of a chosen team is off, nor whether the teams of later weeks leave one to
 * choose.
 */
function field({ rules, now, teams }: FieldFacts): Field {
  const { weeks, rows, winners } = survivorTable(teams, rules, now);
  const byEntry = new Map(rows.map((row) => [row.id, row]));
  const knownOf = knownChoices(weeks, now);
  const isOpen = winners.length === 0;
  const lacks = ({ id, games, isTheirOwn }: AskedWeek, { own, lives, outWeekId }: SurvivorRow): number => {
    const mayBeOut = hasSecondChance(teams.sideTables, id);
    if (!isOpen && (!mayBeOut || lives > 0)) return 0;
    const seen = isTheirOwn ? own : knownOf(own);
    return teamSlots(id, rules).filter((slot) => {
      const isSealed = choiceOf(own, slot) !== undefined && choiceOf(seen, slot) === undefined;
      const holder = { ...slotHolder(weeks, seen, slot, rules), outWeekId, hasSecondChance: mayBeOut };
      return !isSealed && waitsForTeam(id, games, holder, now);
    }).length;
  };
  return {
    isOpen,
    isIn: (entryId) => (byEntry.get(entryId)?.lives ?? 0) > 0,
    missing: (week, entryId) => {
      const row = byEntry.get(entryId);
      return { picks: row === undefined ? 0 : lacks(week, row), order: false };
    },
  };
}

/** Nobody wins a week, and places are final once the winner is decided, even before the last week. */
function season({ rules, now, games, weeks, teams }: SeasonFacts): Season {
  const { rows, winners, validUntil } = survivorTable(teams, rules, now);
  const bought = rows.filter(({ boughtBack }) => boughtBack.length > 0);
  return {
    standings() {
      const names = distinctNames(teams.entries);
      const knownOf = knownChoices(teams.weeks, now);
      const finals = weeks.filter(({ hasFinal }) => hasFinal).length;
      const toRow = (player: SurvivorRow): SeasonRow => ({
        id: player.id,
        ownerId: player.ownerId,
        name: names.get(player.id) ?? player.name,
        halves: weeks.map(({ id, hasFinal }, at) =>
          hasFinal ? winHalves(player.results[at], player.seconds[id]) : null,
        ),
        totalHalves: halvesOfPoints(player.wins),
        average: averageScore(halvesOfPoints(player.wins), finals),
        rank: player.rank,
        survival: survivalOf(player, knownOf(player.own), teams.weeks, teams.sideTables),
      });
      return { survivors: [...winners], rows: rows.map(toRow) };
    },
    weekWinners: () => ({}),
    money: () => ({
      weeks: [],
      final: winners.length > 0 ? rows : null,
      fees: new Map(bought.map(({ id, boughtBack }) => [id, { buyBacks: boughtBack.length }])),
    }),
    validUntil: Math.min(validUntil, nextLock(games, now)),
  };
}

function winHalves(...results: readonly (SurvivorResult | undefined)[]): Halves {
  return halvesOfPoints(results.filter((result) => result === 'won').length);
}

/** @param known the teams that everybody can see */
function survivalOf(
  { own, lives, outWeekId, wins, results, seconds, boughtBack, mayBuyBack }: SurvivorRow,
  known: TeamChoices,
  weeks: readonly { readonly id: string }[],
  sideTables: readonly SideTable[],
): Survival {
  const slotOf = (slot: TeamSlot, result: SurvivorResult): ShownTeam => {
    // A team of somebody who is out counts in a side table only.
    const counts = result !== 'out' || hasSecondChance(sideTables, weekOfSlot(slot));
    if (choiceOf(own, slot) === undefined || !counts) return { result };
    const shown = choiceOf(known, slot);
    if (shown !== undefined) return { result, team: shown.team, ...(shown.auto && { auto: true }) };
    return { result: result === 'off' ? 'open' : result, made: true };
  };
  return {
    lives,
    outWeekId,
    wins,
    weeks: results.map((result, at) => {
      const weekId = weeks[at]?.id ?? '';
      const second = seconds[weekId];
      return { ...slotOf(weekId, result), ...(second && { second: slotOf(teamSlot(weekId, true), second) }) };
    }),
    ...(boughtBack.length > 0 && { boughtBack: [...boughtBack] }),
    ...(mayBuyBack && { mayBuyBack }),
  };
}
