import { describe, expect, test } from 'vitest';
import { isOver } from '#core/game.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import type { AskedWeek } from '#core/why/week.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { VisibleStandings } from './decided-week.ts';
import { weekRecap } from './recap.ts';
import { bestText, costText, entryWeekText, fewText, ownWeekText, placeText, rightText } from './words.ts';

const WEEK = '2026-week2';
/** BUF wins at home, DAL away, and SEA at home; the last game is not over. */
const games = [
  aFinal(20, 24, { gid: 'g1', home: 'BUF', away: 'KC' }),
  aFinal(31, 10, { gid: 'g2', home: 'NYG', away: 'DAL' }),
  aFinal(3, 6, { gid: 'g3', home: 'SEA', away: 'LAR' }),
];
const running = aGame({ gid: 'g4', home: 'CHI', away: 'GB', status: 'In Progress', homeScore: 7 });

interface RecapInput {
  readonly picks: Readonly<Record<string, string>>;
  readonly rules?: Partial<PoolRules>;
  readonly played?: readonly Game[];
  readonly values?: Readonly<Record<string, readonly (number | null)[]>>;
  /** Scores of the week before, in halves. */
  readonly before?: Readonly<Record<string, number>>;
  readonly late?: readonly string[];
  /** Entries that do not play the week. */
  readonly blank?: readonly string[];
  /** When members joined. */
  readonly joined?: Readonly<Record<string, number>>;
}

/** The recap of a week in which a right pick is worth a point. */
function recapOf({
  picks,
  rules = {},
  played = games,
  values = {},
  before,
  late = [],
  blank = [],
  joined = {},
}: RecapInput) {
  const names = Object.keys(picks);
  const scoreOf = (id: string) =>
    [...(picks[id] ?? '')].reduce((sum, letter, at) => {
      const game = played[at];
      const right = game && game.homeScore > game.awayScore ? 'h' : 'a';
      return game?.status === 'Final' && letter === right ? sum + 2 * (values[id]?.[at] ?? 1) : sum;
    }, 0);
  const rows = names.map((id) => ({
    id,
    name: id,
    picks: picks[id] ?? '',
    weekHalves: scoreOf(id),
    ...(values[id] && { values: values[id] }),
  }));
  const week: AskedWeek = {
    viewerId: 'nobody',
    own: {},
    rules: rulesWith(rules),
    games: played,
    gids: played.map(({ gid }) => gid),
    rows,
    lines: {},
    late: new Set(late),
    tiebreakGid: null,
    now: SUNDAY_1PM + 9 * HOUR,
  };
  const standings: VisibleStandings = {
    weeks: ['2026-week1', WEEK],
    finishedWeeks: ['2026-week1', ...(played.every(({ status }) => status === 'Final') ? [WEEK] : [])],
    rows: rows.map(({ id, name, weekHalves }) => ({
      id,
      name,
      rank: 1,
      totalHalves: weekHalves + (before?.[id] ?? 0),
      halves: [before ? (before[id] ?? 0) : null, played.some(isOver) && !blank.includes(id) ? weekHalves : null],
      ...(late.includes(id) && { late: [WEEK], joinedAt: SUNDAY_1PM + HOUR }),
      ...(joined[id] && { joinedAt: joined[id] }),
    })),
  };
  return weekRecap(week, WEEK, standings);
}

const week = { Ann: 'hah', Bob: 'aah', Cal: 'aaa', Dee: 'aha' };

describe('The recap of a week', () => {
  test('names who won it, or has the most so far', () => {
    expect(bestText(recapOf({ picks: week }))).toBe('Ann won it with 3 points.');
    expect(bestText(recapOf({ picks: { Ann: 'h', Bob: 'h' }, played: games.slice(0, 1) }))).toBe(
      'Ann and Bob won it with 1 point.',
    );
    expect(bestText(recapOf({ picks: { Ann: 'a' }, played: games.slice(0, 1) }))).toBe('Nobody scored.');
    expect(bestText(recapOf({ picks: week, played: [...games, running] }))).toBe('Ann leads it with 3 points.');
    expect(recapOf({ picks: week, played: [running] })).toMatchObject({ stage: 'coming', best: [] });
  });

  test('is not won by an entry that joined after it, even with the best score', () => {
    expect(bestText(recapOf({ picks: { Ann: 'h', Bob: 'h' }, played: games.slice(0, 1), late: ['Bob'] }))).toBe(
      'Ann won it with 1 point.',
    );
  });

  test.each([
    ['Ann', 'You scored 3 points, 1st of 4 this week.'],
    ['Bob', 'You scored 2 points, 2nd of 4 this week.'],
    ['Dee', 'You scored 0 points, 4th of 4 this week.'],
  ])('tells %s: %s', (name, text) => {
    const own = recapOf({ picks: week }).ownOf(name);
    expect(own && ownWeekText(own)).toBe(text);
  });

  test('has a line for each further entry', () => {
    const own = recapOf({ picks: week }).ownOf('Bob');
    expect(own && entryWeekText(own)).toBe('2 points, 2nd of 4');
  });

  test.each([
    [{ Ann: 0, Bob: 4, Cal: 2, Dee: 7 }, 'Ann', 'Up 1 place to 3rd in the pool.'],
    [{ Ann: 0, Bob: 1, Cal: 2, Dee: 3 }, 'Ann', 'Up 3 places to 1st in the pool.'],
    [{ Ann: 3, Bob: 0, Cal: 2, Dee: 1 }, 'Dee', 'Down 1 place to 4th in the pool.'],
    [{ Ann: 9, Bob: 1, Cal: 0, Dee: 0 }, 'Ann', 'Still 1st in the pool.'],
    [undefined, 'Ann', '1st in the pool.'],
  ])('after %j tells %s: %s', (before, name, text) => {
    const own = recapOf({ picks: week, ...(before && { before }) }).ownOf(name);
    expect(own && placeText(own)).toBe(text);
  });

  test('drops weeks as the pool does, each time with what was decided then', () => {
    const before = { Ann: 0, Bob: 3, Cal: 2, Dee: 1 };
    const own = recapOf({ picks: week, before, rules: { dropWeeks: 1 } }).ownOf('Dee');
    // After the first week nothing was dropped; after the second the lower one is.
    expect(own).toMatchObject({ place: 4, up: -1 });
  });

  test('has the right pick that few others had', () => {
    const own = recapOf({ picks: week }).ownOf('Ann');
    expect(own?.bestCall).toMatchObject({ game: { gid: 'g1' }, right: 'home', halves: 2, others: 0, of: 3 });
    expect(own?.bestCall && rightText(own.bestCall, rulesWith({}))).toBe('BUF over KC');
    expect(own?.bestCall && rightText(own.bestCall, rulesWith({ useSpread: true }))).toBe('BUF covered against KC');
    // Half of the others, or more, had Bob's right picks.
    expect(recapOf({ picks: week }).ownOf('Bob')?.bestCall?.game.gid).toBe('g3');
    expect(recapOf({ picks: { Ann: 'h', Bob: 'h' }, played: games.slice(0, 1) }).ownOf('Ann')?.bestCall).toBeNull();
  });

  test('has the miss that cost most: by points, then by how many others had it right', () => {
    expect(recapOf({ picks: week }).ownOf('Ann')?.costliest).toBeNull();
    expect(recapOf({ picks: week }).ownOf('Dee')?.costliest).toMatchObject({ game: { gid: 'g2' }, others: 3, of: 3 });
    const values = { Ann: [3, 2, 1], Bob: [1, 2, 3] };
    const own = recapOf({ picks: { Ann: 'aha', Bob: 'aah' }, values, rules: { format: 'confidence' } }).ownOf('Ann');
    expect(own?.costliest).toMatchObject({ game: { gid: 'g1' }, halves: 6, others: 0 });
  });

  test('counts a game without a pick as a miss, and an auto pick as nobody’s call', () => {
    const missed = recapOf({ picks: { Ann: '-ah', Bob: 'hah', Cal: 'hah' } }).ownOf('Ann')?.costliest;
    expect(missed).toMatchObject({ game: { gid: 'g1' }, isMissed: true, others: 2, of: 2 });
    expect(missed && costText(missed)).toBe(
      "You didn't pick this one. That cost you 1 point. 2 of the 2 others got it right.",
    );
    const two = recapOf({ picks: { Ann: 'aah', Bob: 'hah' } }).ownOf('Ann')?.costliest;
    expect(two && costText(two)).toBe('You had KC. That cost you 1 point. The other player got it right.');
    const auto = recapOf({ picks: { Ann: 'xxx', Bob: 'aha', Cal: 'aha' }, rules: { missed: 'home' } }).ownOf('Ann');
    expect(auto?.bestCall).toBeNull();
    expect(auto?.costliest).toMatchObject({ game: { gid: 'g2' }, isMissed: true });
  });

  test('is empty for an entry that joined after it, unless picks were transferred to it, and for a stranger', () => {
    const recap = recapOf({ picks: { ...week, Eve: '---', Flo: 'xxx', Gus: 'h--' }, late: ['Eve', 'Flo', 'Gus'] });
    expect([recap.ownOf('Eve'), recap.ownOf('Flo')]).toEqual([null, null]);
    expect(recap.ownOf('Gus')).toMatchObject({ of: 5 });
    expect(recap.ownOf('Nobody')).toBeNull();
    expect(recap.scores.map(({ name }) => name)).not.toContain('Eve');
  });

  test('leaves out an entry that does not play the week', () => {
    const before = { Ann: 0, Bob: 4, Cal: 2, Dee: 7, Eve: 6 };
    const picks = { ...week, Eve: '---' };
    const recap = recapOf({ picks, before, blank: ['Eve'], rules: { weekly: true, dropWeeks: 1 } });
    expect(recap.ownOf('Eve')).toBeNull();
    // Her only week is not dropped: she stays ahead of those who dropped one.
    expect(recap.ownOf('Dee')).toMatchObject({ rank: 4, of: 4, place: 1 });
    expect(recap.ownOf('Ann')).toMatchObject({ rank: 1, of: 4, place: 2 });
  });

  test('is empty for an entry that joined after the last lock of a counting game, however late a game that is off was', () => {
    const off = aGame({ gid: 'g4', home: 'CHI', away: 'GB', void: 'cancelled', kickoff: SUNDAY_1PM + 30 * HOUR });
    const joined = { Eve: SUNDAY_1PM + HOUR, Gus: SUNDAY_1PM + HOUR };
    const recap = recapOf({ picks: { ...week, Eve: '---h', Gus: 'h---' }, played: [...games, off], joined });
    expect(recap.ownOf('Eve')).toBeNull();
    expect(recap.ownOf('Gus')).toMatchObject({ of: 5 });
    const atLock = recapOf({ picks: { ...week, Eve: '---' }, joined: { Eve: games[0]?.lockAt ?? 0 } });
    expect(atLock.ownOf('Eve')).toBeNull();
  });

  test('does not count a game as missed if it had locked before the entry joined', () => {
    const sundayNight = aFinal(3, 6, { gid: 'g3', home: 'SEA', away: 'LAR', kickoff: SUNDAY_1PM + 7 * HOUR });
    const played = [...games.slice(0, 2), sundayNight];
    const missesOf = (picks: string, at = SUNDAY_1PM + HOUR) =>
      recapOf({ picks: { Ann: picks, Bob: 'hah' }, played, joined: { Ann: at } }).ownOf('Ann')?.costliest?.game.gid;
    expect(missesOf('--h')).toBeUndefined();
    expect(missesOf('--a')).toBe('g3');
    expect(missesOf('---')).toBe('g3');
    // A member who joined at the moment of the lock could not pick, either.
    const [first] = played;
    expect(missesOf('---', first?.lockAt)).toBe('g3');
    // A pick that was transferred to them counts.
    expect(missesOf('-hh')).toBe('g2');
  });

  test('leaves out games that are sealed, level or off', () => {
    const level = aFinal(17, 17, { gid: 'g5', home: 'CHI', away: 'GB' });
    const off = aFinal(0, 7, { gid: 'g6', home: 'CLE', away: 'CIN', void: 'cancelled' });
    const own = recapOf({ picks: { Ann: 'hh?', Bob: 'aaa' }, played: [level, off, running] }).ownOf('Ann');
    expect(own).toMatchObject({ bestCall: null, costliest: null });
  });

  test.each([
    [{ others: 0, of: 11 }, 'None of the 11 others had it.'],
    [{ others: 2, of: 11 }, '2 of the 11 others had it too.'],
    [{ others: 0, of: 1 }, 'The other player got it wrong.'],
  ])('says of %j: %s', (counts, text) => {
    const call = recapOf({ picks: week }).ownOf('Ann')?.bestCall;
    expect(call && fewText({ ...call, ...counts })).toBe(text);
  });
});
