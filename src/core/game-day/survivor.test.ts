import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { survivorSeason } from '#core/formats/survivor/survivor.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { SurvivorDay, SurvivorDayPlayer } from './survivor.ts';
import { survivorOutlook } from './survivor.ts';

const over = aFinal(0, 3, { gid: 'g1', home: 'PHI', away: 'DAL' });
const running = aGame({ gid: 'g2', home: 'KC', away: 'BUF', status: 'In Progress' });
const late = aGame({ gid: 'g3', home: 'SF', away: 'SEA', kickoff: SUNDAY_1PM + HOUR });

const ann = { id: 'Ann', lives: 1, result: 'open', team: 'KC' } as const;
const bo = { id: 'Bo', lives: 2, result: 'open', team: 'BUF' } as const;
const cy = { id: 'Cy', lives: 1, result: 'won', team: 'PHI' } as const;
const di = { id: 'Di', lives: 0, result: 'lost', team: 'DAL' } as const;
const ed = { id: 'Ed', lives: 1, result: 'open', team: null } as const;
const flo = { id: 'Flo', lives: 0, result: 'out', team: null } as const;

function aDay(players: readonly SurvivorDayPlayer[], changes: Partial<SurvivorDay> = {}): SurvivorDay {
  return {
    games: [over, running, late],
    players,
    fixed: {},
    now: SUNDAY_1PM + HOUR / 2,
    ...changes,
  };
}

const told = (day: SurvivorDay) => survivorOutlook(day).players.map(({ id, fate, lives }) => `${id} ${fate} ${lives}`);

describe('Who stays in a survivor pool', () => {
  test('as things are: players whose game is over stay or go, the others are open; players who were out before are left out', () => {
    expect(told(aDay([ann, bo, cy, di, ed, flo]))).toEqual([
      'Ann open 1',
      'Bo open 2',
      'Cy stays 1',
      'Di goes 0',
      'Ed open 1',
    ]);
  });

  test.each([
    ['home', ['Ann stays 1', 'Bo stays 1']],
    ['away', ['Ann goes 0', 'Bo stays 2']],
    ['tie', ['Ann goes 0', 'Bo stays 1']],
  ] as const)('if a game ends so: %s', (end, standings) => {
    const day = aDay([ann, bo, cy, di, ed]);
    expect(told({ ...day, fixed: { g2: end } }).slice(0, 2)).toEqual(standings);
    const game = survivorOutlook(day).games.find(({ gid }) => gid === 'g2');
    expect(game?.ends[end].map(({ id, fate, lives }) => `${id} ${fate} ${lives}`)).toEqual(standings);
  });

  test.each([
    [{ goal: 'lose' }, 'home', ['Ann goes 0', 'Bo stays 2']],
    [{ goal: 'lose' }, 'away', ['Ann stays 1', 'Bo stays 1']],
    [{ goal: 'lose' }, 'tie', ['Ann goes 0', 'Bo stays 1']],
    [{ survivorTie: 'wins' }, 'tie', ['Ann stays 1', 'Bo stays 2']],
    [{ goal: 'lose', survivorTie: 'wins' }, 'tie', ['Ann stays 1', 'Bo stays 2']],
  ] as const)('by the rules of the pool: %j, %s', (rules, end, standings) => {
    const day = aDay([ann, bo, cy, di, ed], { rules });
    expect(told({ ...day, fixed: { g2: end } }).slice(0, 2)).toEqual(standings);
    const game = survivorOutlook(day).games.find(({ gid }) => gid === 'g2');
    expect(game?.ends[end].map(({ id, fate, lives }) => `${id} ${fate} ${lives}`)).toEqual(standings);
  });

  test('a week without a team costs a life where a tie is safe, too', () => {
    const closed = aDay([ed], { rules: { survivorTie: 'wins' }, now: SUNDAY_1PM + 24 * HOUR });
    expect(told(closed)).toEqual(['Ed goes 0']);
  });

  test('a fixed game counts as over, and a game that is over cannot be fixed to another result', () => {
    const { games } = survivorOutlook(aDay([ann, cy], { fixed: { g1: 'away', g2: 'home' } }));
    expect(games.map(({ gid }) => gid)).toEqual(['g3']);
    expect(told(aDay([cy], { fixed: { g1: 'away' } }))).toEqual(['Cy stays 1']);
  });

  test('a player without a team once none can be chosen has missed the week', () => {
    const now = SUNDAY_1PM + 2 * HOUR;
    expect(told(aDay([ed, { ...ed, id: 'Eve', lives: 2 }], { now }))).toEqual(['Ed goes 0', 'Eve stays 1']);
    expect(told(aDay([{ ...ed, lives: 0, result: 'missed' }], { now }))).toEqual(['Ed goes 0']);
  });

  test('a game that is off costs no life', () => {
    const games = [over, { ...running, void: 'postponed' } as Game, late];
    expect(told(aDay([{ ...ann, result: 'off' }], { games }))).toEqual(['Ann stays 1']);
    expect(told(aDay([{ ...ann, result: 'off', team: null }]))).toEqual(['Ann stays 1']);
    expect(told(aDay([{ ...ann, team: 'NYG' }]))).toEqual(['Ann stays 1']);
    expect(told(aDay([{ ...ann, result: 'off', team: 'DAL' }]))).toEqual(['Ann stays 1']);
  });

  test('all who are left go out together: they share the win', () => {
    expect(survivorOutlook(aDay([ann, di], { fixed: { g2: 'away' } })).isShared).toBe(true);
    expect(survivorOutlook(aDay([ann, di], { fixed: { g2: 'home' } })).isShared).toBe(false);
    expect(survivorOutlook(aDay([flo])).isShared).toBe(false);
  });

  test('one of them can be bought back: they do not share it yet', () => {
    const day = aDay([{ ...ann, buyBack: 'possible' }, di], { fixed: { g2: 'away' } });
    expect(survivorOutlook(day).isShared).toBe(false);
  });

  test('who was bought back after the week stays, whatever their other team does', () => {
    const back = { ...di, lives: 1, buyBack: 'done', second: { result: 'open', team: 'KC' } } as const;
    expect(told(aDay([back], { fixed: { g2: 'away' } }))).toEqual(['Di stays 1']);
  });

  test.each<[string, readonly SurvivorDayPlayer[], SurvivorDay['fixed'], string[]]>([
    ['all who are left are not safe: they all stay', [ann, di], { g2: 'away' }, ['Ann stays 1', 'Di stays 1']],
    ['another can still be safe: nobody is out yet', [ann, di], {}, ['Ann open 1', 'Di open 1']],
    [
      'more lives than one are kept, too',
      [{ ...ann, lives: 2, result: 'pending', team: 'DAL', second: { result: 'open', team: 'KC' } }],
      { g2: 'away' },
      ['Ann stays 2'],
    ],
    ['another is safe: who is not goes out', [ann, di], { g2: 'home' }, ['Ann stays 1', 'Di goes 0']],
    ['another has a life to spare', [bo, di], { g2: 'home' }, ['Bo stays 1', 'Di goes 0']],
    ['another may choose again', [{ ...ann, result: 'off' }, di], {}, ['Ann stays 1', 'Di open 1']],
  ])('where all go on if all go out: %s', (_, players, fixed, standings) => {
    const day = aDay(players, { rules: { allOut: 'goOn' } });
    expect(told({ ...day, fixed })).toEqual(standings);
    const [end] = Object.values(fixed);
    const ofGame = end && survivorOutlook(day).games.find(({ gid }) => gid === 'g2')?.ends[end];
    if (ofGame) expect(ofGame.map(({ id, fate, lives }) => `${id} ${fate} ${lives}`)).toEqual(standings.slice(0, 1));
  });

  test.each<[string, number, SurvivorDay['fixed'], string]>([
    ['both are open', 2, {}, 'Ann open 2'],
    ['one is safe', 2, { g2: 'home' }, 'Ann open 2'],
    ['one costs a life', 2, { g2: 'away' }, 'Ann open 1'],
    ['one costs the last life', 1, { g2: 'away' }, 'Ann goes 0'],
    ['both cost a life', 2, { g2: 'away', g3: 'away' }, 'Ann goes 0'],
    ['both are safe', 1, { g2: 'home', g3: 'home' }, 'Ann stays 1'],
  ])('of two teams %s', (_, lives, fixed, standing) => {
    const two = { ...ann, lives, second: { result: 'open', team: 'SF' } } as const;
    expect(told(aDay([two], { fixed }))).toEqual([standing]);
  });

  test('a fixed game gives the same result as the season once it has ended that way', () => {
    const teams = ['PHI', 'DAL', 'KC', 'BUF', 'SF', 'SEA'];
    const end = fc.constantFrom('home', 'away', 'tie');
    const lives = fc.constantFrom(1, 2, 3, 4, 5);
    fc.assert(
      fc.property(fc.constantFrom(...teams), lives, end, end, (team, count, g2, g3) => {
        const ended = (game: Game, by: string): Game => {
          return { ...game, status: 'Final', homeScore: by === 'home' ? 3 : 0, awayScore: by === 'away' ? 3 : 0 };
        };
        const games = [over, ended(running, g2), ended(late, g3)];
        const gid = games.find(({ home, away }) => team === home || team === away)?.gid ?? '';
        const weeks = [{ id: '2026-week1', games }];
        const season = survivorSeason(weeks, { '2026-week1': { gid, team } }, rulesWith({ lives: count }));
        const before = survivorSeason(
          [{ id: '2026-week1', games: [over, running, late] }],
          { '2026-week1': { gid, team } },
          rulesWith({ lives: count }),
        );
        const player = { id: 'Ann', lives: before.lives, result: before.results[0] ?? 'open', team };
        expect(survivorOutlook(aDay([player], { fixed: { g2, g3 } })).players[0]?.lives).toBe(season.lives);
      }),
    );
  });
});
