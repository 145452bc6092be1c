import { describe, expect, it } from 'vitest';
import type { OwnSlot } from '#contract/picks.ts';
import type { SlotWish } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { ownSlots } from '#tests/own-slots.ts';
import type { CopyWeek } from './copy-picks.tsx';
import { copyPlan } from './copy-picks.tsx';

const [NOW, weekId] = [1000, '2026-week1'];

/** Games of a week: `o` open, `l` locked, `v` canceled. */
function week(states: string, rules: Partial<PoolRules> = {}): CopyWeek {
  const games = [...states].map((state, at) => ({
    gid: `g${at}`,
    weekId,
    lockAt: state === 'l' ? NOW : NOW + 1,
    void: state === 'v' ? ('cancelled' as const) : null,
  }));
  return { weekId, games, rules: rulesWith(rules), tiebreakGid: games.at(-1)?.gid };
}

/** An entry with a letter for each game: `h` home, `a` away, capitals for a best bet, `x` cleared, `-` none. */
function entry(letters: string, more: readonly OwnSlot[] = []) {
  const picks = [...letters].flatMap((letter, at): OwnSlot[] => {
    if (letter === '-') return [];
    const side = letter.toLowerCase() === 'h' ? 'home' : 'away';
    const value = letter === 'x' ? null : ({ side, ...(letter < 'a' && { best: true as const }) } as const);
    return [{ kind: 'pick', about: `g${at}`, value, revision: 1 }];
  });
  return { picks: ownSlots(...picks, ...more) };
}

/** Short forms of picks: `g0 home`, `g0 home best`, `g0 null`. */
const short = (wishes: readonly SlotWish[]) =>
  wishes.map((wish) =>
    wish.kind === 'pick' ? `${wish.about} ${wish.value?.side ?? null}${wish.value?.best ? ' best' : ''}` : wish,
  );

describe('Copying picks', () => {
  it.each<readonly [string, string, string, string, Partial<PoolRules>, string[], string[], number]>([
    ['fills empty games', 'ooo', 'hah', '-h-', {}, ['g0 home', 'g2 home'], ['g0 home', 'g1 away', 'g2 home'], 1],
    ['skips locked and canceled games', 'lvo', 'hah', '---', {}, ['g2 home'], ['g2 home'], 0],
    ['fills cleared games', 'oo', 'hh', 'xh', {}, ['g0 home'], ['g0 home'], 0],
    ['copies no gap', 'oo', '-x', 'ah', {}, [], [], 0],
    ['does nothing if the picks are equal', 'oo', 'ha', 'ha', {}, [], [], 0],
    [
      'fills as many games as the week allows',
      'oooo',
      'hh-h',
      '--a-',
      { games: 2 },
      ['g0 home'],
      ['g2 null', 'g0 home', 'g1 home', 'g3 home'],
      1,
    ],
    ['fills nothing in a full week', 'ooo', 'hh-', '--a', { games: 1 }, [], ['g2 null', 'g0 home', 'g1 home'], 1],
    ['copies a mark', 'oo', 'Hh', '--', { bestBets: 1 }, ['g0 home best', 'g1 home'], ['g1 home', 'g0 home best'], 0],
    [
      'drops a best bet if none is left',
      'oo',
      'Hh',
      '-A',
      { bestBets: 1 },
      ['g0 home'],
      ['g1 home', 'g0 home best'],
      1,
    ],
    ['moves a best bet after it was removed', 'oo', 'Hh', 'hH', { bestBets: 1 }, [], ['g1 home', 'g0 home best'], 2],
    ['drops a best bet that a locked game has', 'lo', '-H', 'Ha', { bestBets: 1 }, [], ['g1 home'], 1],
    ['ignores best bets in a pool without them', 'o', 'H', 'h', {}, [], [], 0],
  ])('%s', (_, games, source, target, rules, fill, all, replaced) => {
    const plan = copyPlan(week(games, rules), entry(source), entry(target), NOW);
    expect({ ...plan, fill: short(plan.fill), all: short(plan.all) }).toEqual({ fill, all, replaced });
  });
});

describe('Copying what belongs to a week', () => {
  const week1 = { about: weekId, revision: 1 };
  const guess = (total: number | null, gid = 'g1'): More => [{ kind: 'guess', value: { gid, total }, ...week1 }];
  const order = (...gids: string[]): More => [{ kind: 'order', value: { order: gids }, ...week1 }];
  const team = (gid: string, name = 'KC'): More => [{ kind: 'team', value: { gid, team: name }, ...week1 }];
  const none: More = [{ kind: 'team', value: null, ...week1 }];
  const guessed = { kind: 'guess', about: weekId, value: { gid: 'g1', total: 41 } } as const;
  const ordered = { kind: 'order', about: weekId, value: { order: ['g0', 'g1'] } } as const;
  const chosen = { kind: 'team', about: weekId, value: { gid: 'g0', team: 'KC' } } as const;
  type More = Parameters<typeof entry>[1];

  it.each<readonly [string, string, More, More, SlotWish[], SlotWish[], number]>([
    ['fills a guess', 'oo', guess(41), [], [guessed], [guessed], 0],
    ['fills a cleared guess', 'oo', guess(41), guess(null), [guessed], [guessed], 0],
    ['fills a guess of another game', 'oo', guess(41), guess(40, 'g0'), [guessed], [guessed], 0],
    ['replaces a guess', 'oo', guess(41), guess(40), [], [guessed], 1],
    ['skips a locked guess', 'ol', guess(41), [], [], [], 0],
    ['does not copy a guess of another game', 'oo', guess(41, 'g0'), [], [], [], 0],
    ['fills an order', 'lo', order('g0', 'g1'), [], [ordered], [ordered], 0],
    ['replaces an order', 'oo', order('g0', 'g1'), order('g1', 'g0'), [], [ordered], 1],
    ['skips the same order', 'oo', order('g0', 'g1'), order('g0', 'g1'), [], [], 0],
    ['skips an order of locked games', 'll', order('g0', 'g1'), [], [], [], 0],
    ['fills a team', 'oo', team('g0'), none, [chosen], [chosen], 0],
    ['replaces a team', 'oo', team('g0'), team('g1', 'LV'), [], [chosen], 1],
    ['skips a locked team', 'lo', team('g0'), [], [], [], 0],
    ['does not replace a locked team', 'ol', team('g0'), team('g1', 'LV'), [], [], 0],
  ])('%s', (_, games, source, target, fill, all, replaced) => {
    const plan = copyPlan(week(games), entry('--', source), entry('--', target), NOW);
    expect(plan).toEqual({ fill, all, replaced });
  });

  const teamIn = (about: string, chosenTeam: [string, string] | null): OwnSlot[] => {
    if (chosenTeam === null) return [];
    const [gid, name] = chosenTeam;
    return [{ kind: 'team', about, value: { gid, team: name }, revision: 1 }];
  };
  /** Teams of two slots; null for none. */
  const teams = (first: [string, string] | null, second: [string, string] | null): More => [
    ...teamIn(weekId, first),
    ...teamIn(`${weekId}:2`, second),
  ];
  const kc: [string, string] = ['g0', 'KC'];
  const lv: [string, string] = ['g0', 'LV'];
  const sf: [string, string] = ['g1', 'SF'];

  it.each<readonly [string, More, More, string[], string[]]>([
    ['fills both teams', teams(kc, sf), [], ['KC 1', 'SF 2'], ['KC 1', 'SF 2']],
    ['fills the second team', teams(kc, sf), teams(kc, null), ['SF 2'], ['SF 2']],
    ['fills the first team beside the second, which both have', teams(kc, sf), teams(null, kc), ['SF 1'], ['SF 1']],
    ['does nothing if both have the same teams the other way round', teams(kc, sf), teams(sf, kc), [], []],
    ['replaces the other side of a game in its place', teams(kc, sf), teams(null, lv), ['SF 1'], ['SF 1', 'KC 2']],
  ])('%s', (_, source, target, fill, all) => {
    const rules = { format: 'survivor', twoTeamsFrom: 1 } as const;
    const plan = copyPlan(week('oo', rules), entry('--', source), entry('--', target), NOW);
    const named = (wishes: readonly SlotWish[]) =>
      wishes.map(({ kind, about, value }) => kind === 'team' && `${value?.team} ${about === weekId ? 1 : 2}`);
    expect([named(plan.fill), named(plan.all)]).toEqual([fill, all]);
  });
});
