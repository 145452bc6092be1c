import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasAutoPick, withAutoPicks } from '#core/auto-picks.ts';
import { valuesOf, visibleValues, weekScale, withValues } from '#core/formats/confidence/confidence.ts';
import { formatOf } from '#core/formats/format-of.ts';
import { isBestBet } from '#core/formats/pickem/points.ts';
import { pickLetter } from '#core/pick-letters.ts';
import { tidyRules } from '#core/rules/closed-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { provisionalScore } from '#core/scoring.ts';
import { visibleGames } from '#core/slots.ts';
import type { SeasonWeek } from '#core/standings.ts';
import { lateWeeks, seasonTotal, standings, withLateWeeks } from '#core/standings.ts';
import { decideWeek } from '#core/tiebreak.ts';
import type { Game, GamePick, Picks } from '#core/types.ts';
import { aFinal, anyGame, anyPick, anyRules, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { whySeason } from './season.ts';
import type { AskedWeek } from './week.ts';
import { whyWeek } from './week.ts';

const NOW = SUNDAY_1PM + HOUR;
const nobody = { viewerId: 'nobody', own: {} };

const anyBestPick: fc.Arbitrary<GamePick> = fc.tuple(anyPick, fc.boolean()).map(([pick, best]) => ({ ...pick, best }));

/** A week with games of every state; games that are over or running have locked. */
const anyPoolWeek = fc.record({
  rules: anyRules.map((rules) =>
    tidyRules({ ...rules, format: rules.format === 'survivor' ? 'pickem' : rules.format }),
  ),
  weekId: fc.constantFrom('2026-week1', '2026-wild-card', '2026-super-bowl'),
  games: fc.array(fc.tuple(anyGame, fc.option(anyBestPick), fc.nat()), { maxLength: 16 }),
  joinedAt: fc.constantFrom(0, SUNDAY_1PM + 5 * 60_000),
});

describe('Why a week has its score', () => {
  test('the reasons add up to it under any rules, from visible data only', () => {
    fc.assert(
      fc.property(anyPoolWeek, ({ rules, weekId, games: drawn, joinedAt }) => {
        const games = drawn.map(([game], at): Game => {
          const lockAt = game.status === 'Not Started' ? game.lockAt : Math.min(game.lockAt, NOW);
          return { ...game, weekId, gid: `g${at}`, lockAt };
        });
        const picks: Picks = Object.fromEntries(drawn.flatMap(([, pick], at) => (pick ? [[`g${at}`, pick]] : [])));
        const order = drawn
          .map((each, at) => [each[2], `g${at}`] as const)
          .sort()
          .map(([, gid]) => gid);
        const locked = games.filter(({ lockAt }) => lockAt <= NOW);
        const entry = { joinedAt, autoUntil: null };
        const counted = withAutoPicks(locked, picks, rules, entry);
        const isConfidence = rules.format === 'confidence';
        const scale = weekScale(rules, games[0]?.weekId ?? '');
        const valued = isConfidence ? withValues(counted, valuesOf(games, order, scale)) : counted;
        const finals = games.filter(({ status }) => status === 'Final');
        const entered = { picks, order, teams: {}, ...entry };
        // What is stored, so that what a format does with a whole week is missed here if a page does not do it.
        const { halves: score } = formatOf(rules).score({ id: weekId, games, finals, values: null }, rules)(entered);
        const open = visibleGames(games, NOW);
        const letters = games.map((game) =>
          pickLetter(picks[game.gid], open.has(game.gid), rules, hasAutoPick(game, rules, entry, NOW)),
        );
        const values = isConfidence ? { values: visibleValues(games, order, picks, NOW, scale) } : {};
        const row = { id: 'ann', name: 'Ann', picks: letters.join(''), weekHalves: score, ...values };
        const week: AskedWeek = {
          ...nobody,
          rules,
          games,
          gids: games.map(({ gid }) => gid),
          rows: [row],
          lines: {},
          late: new Set(),
          tiebreakGid: null,
          now: NOW,
        };
        const reason = whyWeek(week, 'ann', 0);
        expect(reason?.halves).toBe(score);
        expect(reason?.now ?? score).toBe(provisionalScore(games, valued, rules));
        expect(reason?.picks.reduce((sum, { halves }) => sum + halves, 0)).toBe(score);
        for (const { side, game, isBest } of reason?.picks ?? []) {
          const pick = counted[game.gid];
          if (side !== null) expect([side, isBest]).toEqual([pick?.side, pick !== undefined && isBestBet(pick, rules)]);
        }
      }),
    );
  });

  test('a score from before an entry joined is the lowest score, and wins nothing', () => {
    const games = [aFinal(20, 24)];
    const rows = [
      { id: 'ann', name: 'Ann', picks: '-', weekHalves: 2 },
      { id: 'bob', name: 'Bob', picks: 'h', weekHalves: 2 },
    ];
    const week: AskedWeek = {
      ...nobody,
      rules: rulesWith({ lateJoin: 'lowest' }),
      games,
      gids: ['g1'],
      rows,
      lines: {},
      late: new Set(['ann']),
      tiebreakGid: null,
      now: NOW,
    };
    expect(whyWeek(week, 'ann', 0)).toMatchObject({ late: 2, halves: 2, win: null });
    expect(whyWeek(week, 'bob', 0)).toMatchObject({ late: null, halves: 2, win: { isWinner: true, levelWith: [] } });
    expect(whyWeek(week, 'eve', 0)).toBeNull();
  });

  test('if the tiebreak decided, the reason lists the guesses, as the week was decided', () => {
    const guess = fc.option(fc.nat({ max: 60 }), { nil: undefined });
    const anyGuesses = fc.array(fc.record({ guess, score: fc.constantFrom(0, 2) }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        anyGuesses,
        fc.constantFrom('none' as const, 'closest' as const, 'closest-under' as const),
        (players, tiebreak) => {
          const rows = players.map(({ guess: own, score }, at) => ({
            id: `u${at}`,
            name: `U${at}`,
            picks: score > 0 ? 'h' : 'a',
            weekHalves: score,
            ...(own === undefined ? {} : { guess: own }),
          }));
          const week: AskedWeek = {
            ...nobody,
            rules: rulesWith({ tiebreak }),
            games: [aFinal(20, 24)],
            gids: ['g1'],
            rows,
            lines: {},
            late: new Set(),
            tiebreakGid: 'g1',
            now: NOW,
          };
          const tied = rows.filter(({ weekHalves }) => weekHalves === 2);
          const guesses = new Map(
            tied.flatMap((row) =>
              row.guess === undefined ? [] : [[row.id, { guess: row.guess, madeAt: 0 }] as const],
            ),
          );
          const winners = decideWeek(
            tied.map(({ id }) => id),
            { rule: tiebreak, total: 44, guesses },
          ).map(({ id }) => id);
          const told = rows.filter(({ id }) => whyWeek(week, id, 0)?.win?.isWinner).map(({ id }) => id);
          expect(told).toEqual(winners);
          const first = tied[0] && whyWeek(week, tied[0].id, 0)?.win;
          expect(first?.guesses?.filter(({ hasWon }) => hasWon).length ?? null).toBe(
            tied.length > 0 && winners.length < tied.length ? winners.length : null,
          );
        },
      ),
    );
  });
});

describe('Why a season has its total', () => {
  const anySeason = fc.array(
    fc.record({
      isDecided: fc.boolean(),
      scores: fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)),
      lastLockAt: fc.nat(10),
    }),
    { maxLength: 12 },
  );

  test('the weeks add up to it, with those that were dropped and those from before joining', () => {
    fc.assert(
      fc.property(anySeason, anyRules, fc.array(fc.nat(10), { minLength: 3, maxLength: 3 }), (drawn, rules, joined) => {
        const season = drawn.map(({ isDecided, lastLockAt }, at): SeasonWeek => {
          return { id: `2026-week${at + 1}`, isDecided, hasFinal: isDecided || at % 2 === 0, lastLockAt };
        });
        const entrants = joined.map((joinedAt, who) => {
          const weeks = season.map(({ id, hasFinal }, at) => [id, hasFinal ? (drawn[at]?.scores[who] ?? 0) : 0]);
          return {
            id: `u${who}`,
            ownerId: `u${who}`,
            name: `U${who}`,
            joinedAt,
            isFirst: true,
            weeks: Object.fromEntries(weeks),
          };
        });
        const late = lateWeeks(entrants, season, new Map(season.map(({ id }) => [id, new Set(['u0'])])), rules);
        const all = withLateWeeks(entrants, late);
        const rows = standings(all, season, rules).map((row) => ({
          ...row,
          totalHalves: row.total,
          halves: season.map(({ id, hasFinal }) => (hasFinal ? (row.weeks[id] ?? 0) : null)),
          late: Object.keys(late.get(row.id) ?? {}),
        }));
        for (const { id, late: own, dropped } of rows) {
          const { weeks } = all.find((entrant) => entrant.id === id) ?? { weeks: {} };
          const reason = whySeason(
            season.map((week) => week.id),
            rows,
            id,
            rules,
          );
          expect(reason?.total).toBe(seasonTotal(weeks, season, rules).total);
          expect(reason?.rank.rank).toBe((reason?.rank.ahead ?? 0) + 1);
          const marked = (mark: 'isLate' | 'isDropped') =>
            reason?.weeks.filter((week) => week[mark]).map(({ weekId }) => weekId);
          expect([marked('isLate'), marked('isDropped')].map((ids) => ids?.toSorted())).toEqual(
            [own, dropped].map((ids) => ids.toSorted()),
          );
        }
      }),
    );
  });

  test('what separates level entries is the first in which they differ', () => {
    const row = (id: string, rank: number, won: boolean, correct: number) => {
      const ties = { won: [won], correct: [correct], off: [0] };
      return { id, ownerId: id, name: id, rank, totalHalves: 4, average: 4, halves: [4], ties };
    };
    const rows = [row('Ann', 1, true, 2), row('Bob', 2, false, 3), row('Cy', 3, false, 2)];
    const from = (seasonTiebreak: 'wins' | 'correct', of: string) =>
      whySeason(['2026-week1'], rows, of, rulesWith({ seasonTiebreak }))?.rank.separated;
    expect(from('wins', 'Bob')).toEqual([
      { name: 'Ann', by: 'wins', own: 0, theirs: 1 },
      { name: 'Cy', by: 'correct', own: 3, theirs: 2 },
    ]);
    expect(from('correct', 'Bob')).toEqual([
      { name: 'Ann', by: 'correct', own: 3, theirs: 2 },
      { name: 'Cy', by: 'correct', own: 3, theirs: 2 },
    ]);
  });
});
