import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OwnEntry } from '#contract/entries.ts';
import { ownEntries, slotIn } from '#contract/live.ts';
import type { Wish } from '#contract/picks.ts';
import { valuesOf, weekScale } from '#core/formats/confidence/confidence.ts';
import { gameDay } from '#core/game-day/game-day.ts';
import type { OwnDay, VisibleWeek } from '#core/game-day/visible-week.ts';
import { dayWeekOf } from '#core/game-day/visible-week.ts';
import type { DayPlayer, DayWeek } from '#core/game-day/week.ts';
import { isLocked } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game, GamePick, Side } from '#core/types.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import type { LiveLeague } from '#tests/live-league.ts';
import { openLiveLeague } from '#tests/live-league.ts';
import type { LivePage } from '#tests/live-page.ts';
import { until } from '#tests/until.ts';

/** The picks of an entry for the three games of the week: a side each, a capital for a best bet; an order by game numbers; a guess. */
interface Entered {
  readonly sides: string;
  readonly order: readonly number[];
  readonly guess: number;
}

const kickoffs = [SUNDAY_1PM, SUNDAY_1PM + 3 * HOUR, SUNDAY_1PM + 7 * HOUR];
interface Plan {
  readonly rules: PoolRules;
  readonly ann: Entered;
  /** Alternative picks. */
  readonly annInstead: Entered;
  readonly bob: Entered;
  /** For his second entry. */
  readonly bobToo: Entered;
}

/** The entries of Ann and of Bob, who has two. */
interface Ids {
  readonly ann: string;
  readonly bob: string;
  readonly bobToo: string;
}

const pools: Readonly<Record<string, Plan>> = {
  'a tiebreak and best bets': {
    rules: rulesWith({ tiebreak: 'closest', bestBets: 1, entries: 2 }),
    ann: { sides: 'hAa', order: [], guess: 47 },
    annInstead: { sides: 'aHh', order: [], guess: 3 },
    bob: { sides: 'hAa', order: [], guess: 30 },
    bobToo: { sides: 'ahH', order: [], guess: 20 },
  },
  confidence: {
    rules: rulesWith({ format: 'confidence', entries: 2 }),
    ann: { sides: 'haa', order: [0, 1, 2], guess: 0 },
    annInstead: { sides: 'ahh', order: [2, 0, 1], guess: 0 },
    bob: { sides: 'hah', order: [2, 0, 1], guess: 0 },
    bobToo: { sides: 'ahh', order: [1, 2, 0], guess: 0 },
  },
};

describe('Game day', () => {
  let live: LiveLeague;
  let league: LiveLeague['league'];
  let gids: string[];

  beforeEach(async () => {
    live = await openLiveLeague('sqlite');
    league = live.league;
    gids = [live.early, live.late, await addGame(league.deps, { home: 'SF', away: 'LAR', kickoff: kickoffs[2] ?? 0 })];
  });

  afterEach(() => live.close());

  const gidAt = (at: number) => gids[at] ?? '';

  /** Enters the open games, from a given number on. */
  async function enter(
    { entryId, rules, from = 0 }: { readonly entryId: string; readonly rules: PoolRules; readonly from?: number },
    as: Person,
    { sides, order, guess }: Entered,
  ): Promise<void> {
    const picks: Wish[] = [...sides].map((letter, at) => {
      const best = letter < 'a' && { best: true };
      return { kind: 'pick', about: gidAt(at), value: { side: sideOf(letter), ...best } };
    });
    const body: Wish[] = picks.slice(from);
    if (rules.tiebreak !== 'none') body.push({ kind: 'guess', about: WEEK_1, value: { gid: gidAt(2), total: guess } });
    if (rules.format === 'confidence') body.push({ kind: 'order', about: WEEK_1, value: { order: order.map(gidAt) } });
    const input = { as, params: { entryId }, body: { picks: body } };
    const { picks: replies } = (await league.call('PUT /api/entries/:entryId/picks', input)).ok();
    expect(replies.filter(({ saved }) => !saved)).toEqual([]);
  }

  async function edit(at: number, body: object): Promise<void> {
    const params = { gid: gidAt(at) };
    (await league.call('PATCH /api/games/:gid', { as: live.admin, params, body })).ok();
  }

  /** The week as a page builds it from its messages alone. */
  function weekOf(page: LivePage, poolId: string): VisibleWeek | null {
    const games = page.state({ kind: 'poolGames', poolId, weekId: WEEK_1 });
    const pool = page.state({ kind: 'pool', poolId })?.head;
    const matchup = page.state({ kind: 'matchup', poolId, weekId: WEEK_1 });
    const own = page.state({ kind: 'picks', poolId });
    if (!games || !pool || !matchup || !own) return null;
    const all = Object.values(games.rows);
    const entries = ownEntries({ ...own.head, picks: Object.values(own.rows) });
    const dayOf = (entry: OwnEntry): OwnDay => {
      const picks = Object.values(entry.picks).flatMap(({ kind, about, value }): [string, GamePick][] =>
        kind === 'pick' && value ? [[about, { ...value, bus: false }]] : [],
      );
      const order = slotIn(entry, 'order', WEEK_1)?.value?.order ?? [];
      return {
        picks: Object.fromEntries(picks),
        values:
          pool.rules.format === 'confidence'
            ? Object.fromEntries(valuesOf(all, order, weekScale(pool.rules, WEEK_1)))
            : null,
        guess: slotIn(entry, 'guess', WEEK_1)?.value?.total ?? null,
      };
    };
    return {
      rules: pool.rules,
      games: all,
      gids: matchup.head.games,
      rows: Object.values(matchup.rows),
      viewerId: entryIdOf(poolId, live.bob.userId),
      own: Object.fromEntries(entries.map((entry) => [entry.id, dayOf(entry)])),
      tiebreakGid: pool.tiebreaks?.[WEEK_1] ?? null,
      fixed: {},
      now: league.clock.now(),
    };
  }

  /** The scores of the week, from the reply of a call or the messages of a page. */
  function scoresOf(rows: readonly { readonly id: string; readonly weekHalves: number }[]): string {
    return rows
      .map(({ id, weekHalves }) => `${id} ${weekHalves}`)
      .sort()
      .join();
  }

  async function scored(poolId: string): Promise<string> {
    const input = { as: live.bob, params: { poolId, weekId: WEEK_1 } };
    return scoresOf((await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', input)).ok().rows);
  }

  /** The week that Bob may see: all picks of his own entries, and Ann's picks of locked games. */
  function known({ games, now, rules, tiebreakGid }: VisibleWeek, { ann, bob, bobToo }: Plan, ids: Ids): DayWeek {
    const orderedGids = games.map(({ gid }) => gid);
    const playerOf = (id: string, { sides, order, guess }: Entered, isOwn: boolean): DayPlayer => {
      const isTold = (gid: string) => isOwn || games.some((game) => game.gid === gid && isLocked(game, now));
      const picks = [...sides].map((letter, at): [string, GamePick] => {
        return [gidAt(at), { side: sideOf(letter), bus: false, ...(letter < 'a' && { best: true }) }];
      });
      const values = order.map((at, place): [string, number] => [gidAt(at), place + 1]);
      return {
        id,
        picks: Object.fromEntries(picks.filter(([gid]) => isTold(gid))),
        sealed: orderedGids.filter((gid) => !isTold(gid)),
        ...(rules.format === 'confidence' && { values: Object.fromEntries(values.filter(([gid]) => isTold(gid))) }),
        ...(rules.tiebreak !== 'none' && isTold(gidAt(2)) && { guess }),
      };
    };
    const players = [playerOf(ids.ann, ann, false), playerOf(ids.bob, bob, true), playerOf(ids.bobToo, bobToo, true)];
    return { rules, games, players, viewerId: ids.bob, tiebreakGid, fixed: {}, now };
  }

  test.each(Object.entries(pools))(
    'in a pool with %s follows from the messages of one page, and from nothing sealed',
    async (_, plan) => {
      const { rules } = plan;
      const poolId = await addPool(league.deps, { members: [live.ann, live.bob], rules });
      const second = { as: live.bob, params: { poolId }, body: {} };
      const { id: bobToo } = (await league.call('POST /api/pools/:poolId/entries', second)).ok();
      const ids = { ann: entryIdOf(poolId, live.ann.userId), bob: entryIdOf(poolId, live.bob.userId), bobToo };
      await enter({ entryId: ids.bob, rules }, live.bob, plan.bob);
      await enter({ entryId: bobToo, rules }, live.bob, plan.bobToo);
      await enter({ entryId: ids.ann, rules }, live.ann, plan.ann);
      const openPage = async () => {
        const opened = await live.open({ as: live.bob });
        await opened.watching(
          { kind: 'poolGames', poolId, weekId: WEEK_1 },
          { kind: 'pool', poolId },
          { kind: 'matchup', poolId, weekId: WEEK_1 },
          { kind: 'picks', poolId },
        );
        return opened;
      };
      const page = await openPage();
      /** Ann changes all sealed picks: Bob's page receives nothing, and a new page gets the same state. */
      const changeSealed = async (from: number) => {
        const messages = () => page.messages.filter(({ kind }) => kind !== 'beat').length;
        const before = { week: JSON.stringify(weekOf(page, poolId)), messages: messages() };
        await enter({ entryId: ids.ann, rules, from }, live.ann, plan.annInstead);
        const other = await openPage();
        expect(JSON.stringify(weekOf(other, poolId))).toBe(before.week);
        expect(JSON.stringify(weekOf(page, poolId))).toBe(before.week);
        await enter({ entryId: ids.ann, rules, from }, live.ann, plan.ann);
        expect(messages()).toBe(before.messages);
        await other.close();
      };
      const pageDay = () => {
        const week = weekOf(page, poolId);
        return week && byPlayer(gameDay(dayWeekOf(week)));
      };
      const expected = () => {
        const week = weekOf(page, poolId);
        return week && byPlayer(gameDay(known(week, plan, ids)));
      };
      const steps: readonly (readonly [string, () => Promise<void>, (games: readonly Game[]) => boolean])[] = [
        ['nothing is locked', async () => {}, () => true],
        [
          'the first game runs',
          async () => {
            league.clock.set(SUNDAY_1PM + 6 * MINUTE);
            await edit(0, { status: 'In Progress', homeScore: 7, awayScore: 3 });
          },
          ([first]) => first?.homeScore === 7,
        ],
        [
          'it is over, the second runs',
          async () => {
            league.clock.set(SUNDAY_1PM + 4 * HOUR);
            await edit(0, { status: 'Final', homeScore: 21, awayScore: 3 });
            await edit(1, { status: 'In Progress', homeScore: 0, awayScore: 3 });
          },
          (games) => games[1]?.awayScore === 3,
        ],
        [
          'the last runs',
          async () => {
            league.clock.set(SUNDAY_1PM + 8 * HOUR);
            await edit(1, { status: 'Final', homeScore: 0, awayScore: 3 });
            await edit(2, { status: 'In Progress', homeScore: 20, awayScore: 24 });
          },
          (games) => games[2]?.awayScore === 24,
        ],
        [
          'all are over',
          () => edit(2, { status: 'Final', homeScore: 20, awayScore: 24 }),
          (games) => games[2]?.status === 'Final',
        ],
      ];
      for (const [when, play, hasCome] of steps) {
        await play();
        const scores = await scored(poolId);
        await until(() => {
          const week = weekOf(page, poolId);
          const games = gids
            .map((gid) => week?.games.find((game) => game.gid === gid))
            .filter((game) => game !== undefined);
          const rows = page.state({ kind: 'matchup', poolId, weekId: WEEK_1 })?.rows ?? {};
          const isReceived = hasCome(games as Game[]) && scoresOf(Object.values(rows)) === scores;
          return isReceived && JSON.stringify(pageDay()) === JSON.stringify(expected());
        }).catch(() => undefined);
        expect(pageDay(), when).toEqual(expected());
        expect(pageDay()?.players, when).toHaveLength(3);
        const locked = kickoffs.filter((kickoff) => kickoff < league.clock.now()).length;
        if (locked < kickoffs.length) await changeSealed(locked);
      }
      // The last game and the tiebreak go to Ann, who has guessed better.
      expect(pageDay()?.players.find(({ id }) => id === ids.ann)?.chance).toBe(1);
    },
  );
});

function sideOf(letter: string): Side {
  return letter.toLowerCase() === 'h' ? 'home' : 'away';
}

/** The computed day, with sorted players. */
function byPlayer<D extends { readonly players: readonly { readonly id: string }[] }>(day: D): D {
  return { ...day, players: day.players.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}
