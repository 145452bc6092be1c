import { describe, expect, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game, Side } from '#core/types.ts';
import { sides } from '#core/types.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { HandGame, HandStanding } from '#tests/game-day/by-hand.ts';
import { byHand } from '#tests/game-day/by-hand.ts';
import { smallPool } from '#tests/game-day/small-pools.ts';
import { rounds } from '#tests/long.ts';
import { gameDay } from './game-day.ts';
import type { DayPlayer, DayWeek } from './week.ts';

/** Set `GAME_DAY_POOLS=20000` to try that many. */
const POOLS = Number(process.env.GAME_DAY_POOLS ?? rounds(400, 2000));

interface Report {
  readonly players: readonly HandStanding[];
  readonly games: readonly HandGame[];
}

const verdicts = ({ players, games }: Report) => [
  ...players.map(({ hope }) => hope),
  ...games.map(
    ({ gid, must, matters }) => `${gid} ${must ? `must be ${must}` : matters ? 'matters' : 'does not matter'}`,
  ),
];
const chances = ({ players, games }: Report) => [
  ...players.map(({ chance }) => chance),
  ...games.flatMap(({ ifHome, ifAway }) => [ifHome ?? -1, ifAway ?? -1]),
];

/** Whether the viewer's week is clinched by hand once a game has gone to a side. */
function isClinchedBy(week: DayWeek, gid: string, side: Side): boolean {
  const viewer = week.players.findIndex(({ id }) => id === week.viewerId);
  return byHand({ ...week, fixed: { ...week.fixed, [gid]: side } }).players[viewer]?.hope === 'clinched';
}

describe('Game day', () => {
  test(`says of ${POOLS} small pools what trying everything says: who has clinched, who is out, what must be, every chance`, () => {
    const seen = new Map<string, number>();
    for (let seed = 0; seed < POOLS; seed += 1) {
      const week = smallPool(seed);
      const [told, expected] = [gameDay(week), byHand(week)];
      if (verdicts(told).join() !== verdicts(expected).join()) {
        expect(verdicts(told), `pool ${seed}: ${JSON.stringify(week)}`).toEqual(verdicts(expected));
      }
      // Chances are added up in a different order.
      const apart = chances(told).map((chance, at) => Math.abs(chance - (chances(expected)[at] ?? Number.NaN)));
      if (!apart.every((difference) => difference < 1e-10)) {
        expect(chances(told), `pool ${seed}: ${JSON.stringify(week)}`).toEqual(chances(expected));
      }
      for (const verdict of verdicts(told)) {
        const kind = verdict.replace(/^g\d |home|away/g, '');
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
      if (told.players.find(({ id }) => id === week.viewerId)?.hope !== 'alive') continue;
      for (const { gid, clinches } of told.games) {
        const expectedSides = sides.filter((side) => isClinchedBy(week, gid, side));
        expect(clinches, `pool ${seed}, ${gid}: ${JSON.stringify(week)}`).toEqual(expectedSides);
        if (clinches.length > 0) seen.set('clinches', (seen.get('clinches') ?? 0) + 1);
      }
    }
    for (const kind of ['clinched', 'alive', 'out', 'must be ', 'matters', 'does not matter', 'clinches'])
      expect(seen.get(kind), kind).toBeGreaterThan(POOLS / 20);
  });
});

/** Games g1, g2 ...: home, away: over with that side as its winner; running: locked; open: can still be picked. */
type State = Side | 'tie' | 'running' | 'open';

function gamesIn(states: readonly State[]): Game[] {
  return states.map((state, at) => {
    const gid = `g${at + 1}`;
    if (state === 'open') return aGame({ gid, kickoff: SUNDAY_1PM + HOUR });
    if (state === 'running') return aGame({ gid, status: 'In Progress', situation: 'Half-time' });
    return aFinal(state === 'away' ? 9 : 6, state === 'home' ? 9 : 6, { gid });
  });
}

/** A player with one letter a game: home, away, sealed (?), none (-); a capital is a best bet. */
function player(id: string, letters: string, more: Partial<DayPlayer> & { order?: readonly number[] } = {}): DayPlayer {
  const { order, ...rest } = more;
  const of = (kinds: string) =>
    [...letters].flatMap((letter, at) => (kinds.includes(letter) ? [[`g${at + 1}`, letter] as const] : []));
  const picks = of('haHA').map(([gid, letter]) => {
    return [gid, { side: letter.toLowerCase() === 'h' ? 'home' : 'away', bus: false, best: letter < 'a' } as const];
  });
  const values = order && Object.fromEntries(order.flatMap((value, at) => (value > 0 ? [[`g${at + 1}`, value]] : [])));
  return {
    id,
    picks: Object.fromEntries(picks),
    sealed: of('?').map(([gid]) => gid),
    ...(values && { values }),
    ...rest,
  };
}

function aWeek(
  states: readonly State[],
  players: readonly DayPlayer[],
  more: Partial<DayWeek> & { with?: Partial<PoolRules> } = {},
): DayWeek {
  const { with: rules = {}, ...rest } = more;
  const now = SUNDAY_1PM + HOUR / 2;
  return {
    rules: rulesWith(rules),
    games: gamesIn(states),
    players,
    viewerId: 'Ann',
    tiebreakGid: null,
    fixed: {},
    now,
    ...rest,
  };
}

const hopes = (week: DayWeek) => gameDay(week).players.map(({ id, hope }) => `${id} ${hope}`);
const chancesOf = (week: DayWeek) => gameDay(week).players.map(({ chance }) => Math.round(100 * chance));

describe('Who can still win', () => {
  const sevenGames: State[] = ['home', 'home', 'home', 'home', 'home', 'home', 'open'];
  const byOrder = (id: string, letters: string, ...order: number[]) => player(id, letters, { order });
  const confidence = { with: { format: 'confidence' } } as const;

  test.each<[string, DayWeek, string[], number[]]>([
    [
      'a finished week: who won it, level or alone',
      aWeek(['home', 'away'], [player('Ann', 'hh'), player('Bo', 'aa'), player('Cy', 'ah')]),
      ['Ann clinched', 'Bo clinched', 'Cy out'],
      [50, 50, 0],
    ],
    [
      'a finished week without a point: nobody',
      aWeek(['home'], [player('Ann', 'a'), player('Bo', '-')]),
      ['Ann out', 'Bo out'],
      [0, 0],
    ],
    ['a week without games: nobody', aWeek([], [player('Ann', '')]), ['Ann out'], [0]],
    [
      'a future week: everybody',
      aWeek(['open', 'open'], [player('Ann', '--'), player('Bo', '??'), player('Cy', '--')]),
      ['Ann alive', 'Bo alive', 'Cy alive'],
      [0, 0, 0],
    ],
    ['one player: once there is a point', aWeek(['running', 'running'], [player('Ann', 'ha')]), ['Ann alive'], [75]],
    ['one player with a point', aWeek(['home', 'running'], [player('Ann', 'h-')]), ['Ann clinched'], [100]],
    [
      'a week in which nobody picked, and nobody can',
      aWeek(['running'], [player('Ann', '-'), player('Bo', '-')]),
      ['Ann out', 'Bo out'],
      [0, 0],
    ],
    [
      'a point ahead, one game to play: all as long as they differ',
      aWeek(['home', 'running'], [player('Ann', 'hh'), player('Bo', 'aa')]),
      ['Ann clinched', 'Bo alive'],
      [75, 25],
    ],
    [
      'a point ahead of a sealed pick',
      aWeek(['home', 'open'], [player('Ann', 'hh'), player('Bo', 'a?')]),
      ['Ann clinched', 'Bo alive'],
      [100, 0],
    ],
    [
      'level, and the last game is the same for both',
      aWeek(['home', 'running'], [player('Ann', 'hh'), player('Bo', 'hh')]),
      ['Ann clinched', 'Bo clinched'],
      [50, 50],
    ],
    [
      'level, but the last one can still be picked',
      aWeek(['home', 'open'], [player('Ann', 'hh'), player('Bo', 'h-')]),
      ['Ann alive', 'Bo alive'],
      [75, 25],
    ],
    [
      'best bets: two points can still come',
      aWeek(['home', 'running'], [player('Ann', 'hh'), player('Bo', 'aA')], { with: { bestBets: 1 } }),
      ['Ann alive', 'Bo alive'],
      [50, 50],
    ],
    [
      'a place of a game that is called off goes to an open one; as the tiebreak it then decides nothing',
      aWeek(['home', 'running', 'open'], [player('Ann', 'hh-'), player('Bo', 'ah-', { guess: 44 })], {
        with: { games: 2, tiebreak: 'closest' },
        tiebreakGid: 'g2',
      }),
      ['Ann clinched', 'Bo out'],
      [100, 0],
    ],
    [
      'confidence: a game that nobody picked is called off, which moves values down: 5 to 4 is 3 to 4',
      aWeek(
        ['home', 'home', 'home', 'running'],
        [byOrder('Ann', 'hha-', 2, 3, 4, 1), byOrder('Bo', 'hha-', 3, 1, 2, 4)],
        confidence,
      ),
      ['Ann alive', 'Bo out'],
      [100, 0],
    ],
    [
      'confidence: the open tiebreak is called off, which makes 9 to 7 level at 6, and is shared',
      aWeek(sevenGames, [byOrder('Ann', 'hhhaaah', 2, 3, 4, 5, 6, 7, 1), byOrder('Bo', 'haaaaa?', 7, 2, 3, 4, 5, 6)], {
        with: { format: 'confidence', tiebreak: 'closest' },
        tiebreakGid: 'g7',
      }),
      ['Ann clinched', 'Bo out'],
      [100, 0],
    ],
    [
      'confidence: the same, but the tiebreak is over, and Bo was nearer',
      aWeek(
        sevenGames,
        [byOrder('Ann', 'hhhaaah', 2, 3, 4, 5, 6, 7, 1), { ...byOrder('Bo', 'haaaaa?', 7, 2, 3, 4, 5, 6), guess: 15 }],
        {
          with: { format: 'confidence', tiebreak: 'closest' },
          tiebreakGid: 'g1',
        },
      ),
      ['Ann alive', 'Bo out'],
      [100, 0],
    ],
  ])('%s', (_what, week, told, chances) => {
    expect([hopes(week), chancesOf(week)]).toEqual([told, chances]);
  });
});

describe('What a game means', () => {
  const gameOf = (week: DayWeek, gid: string) => gameDay(week).games.find((game) => game.gid === gid);
  const bothRunning: State[] = ['home', 'running', 'running'];

  test('musts: a player who is a point behind needs both games that differ', () => {
    const week = aWeek(['away', 'running', 'running'], [player('Ann', 'hha'), player('Bo', 'aaa')]);
    expect(gameOf(week, 'g2')).toMatchObject({ must: 'home', matters: true, ifHome: 0.5, ifAway: 0 });
    expect(gameOf(week, 'g3')).toMatchObject({ must: null, matters: false, ifHome: 0.25, ifAway: 0.25 });
  });

  test('musts: a game to lose, if the value of the other player is higher', () => {
    const players = [player('Ann', 'hhh', { order: [2, 3, 1] }), player('Bo', 'hhh', { order: [1, 2, 3] })];
    const week = aWeek(['home', 'away', 'running'], players, { with: { format: 'confidence' } });
    expect(gameOf(week, 'g3')).toMatchObject({ must: 'away', matters: true, ifHome: 0, ifAway: 1 });
  });

  test('what clinches: the last game on which the picks differ', () => {
    const players = [player('Ann', 'hha'), player('Bo', 'haa')];
    const week = aWeek(['home', 'running', 'running'], players);
    expect(gameOf(week, 'g2')).toMatchObject({ must: 'home', clinches: ['home'] });
    expect(gameOf(week, 'g3')).toMatchObject({ must: null, clinches: [] });
  });

  test('a game that can still be picked is never a must', () => {
    const week = aWeek(['away', 'open'], [player('Ann', 'hh'), player('Bo', 'a-')]);
    expect(gameOf(week, 'g2')).toMatchObject({ must: null, matters: true, ifHome: 0.5, ifAway: 0 });
  });

  test('how many others share a side, and games in which all agree', () => {
    const week = aWeek(bothRunning, [player('Ann', 'hhh'), player('Bo', 'hah'), player('Cy', 'hhh')]);
    expect(gameOf(week, 'g2')).toMatchObject({ others: { home: 1, away: 1 }, isAgreed: false });
    expect(gameOf(week, 'g3')).toMatchObject({ others: { home: 2, away: 0 }, isAgreed: true });
  });

  test('what if: a fixed game counts as over, and all else follows', () => {
    const week = aWeek(bothRunning, [player('Ann', 'ahh'), player('Bo', 'haa')], { fixed: { g2: 'home', g3: 'home' } });
    expect(gameDay(week)).toMatchObject({
      players: [
        { halves: 4, chance: 1, hope: 'clinched' },
        { halves: 2, chance: 0, hope: 'out' },
      ],
      games: [],
    });
  });

  test('a viewer who does not play sees who can win, and no swings', () => {
    const week = aWeek(bothRunning, [player('Ann', 'hhh'), player('Bo', 'haa')], { viewerId: null });
    expect(gameOf(week, 'g2')).toMatchObject({ ifHome: null, ifAway: null, must: null, homeChance: 0.5 });
  });

  test('more games than any week has are refused', () => {
    const week = aWeek(
      Array.from({ length: 21 }, () => 'running'),
      [player('Ann', 'h')],
    );
    expect(() => gameDay(week)).toThrow(RangeError);
  });
});
