import { describe, expect, it } from 'vitest';
import { gamesOfEntry } from '#core/newcomers.ts';
import { outcomeText, tally } from '#core/outcome.ts';
import { missedPicks, pickProgress, progressText } from '#core/picks.ts';
import type { Picks } from '#core/types.ts';
import { aFinal, aGame, home, SUNDAY_1PM, straightUp } from '#tests/core-samples.ts';
import { withPoolLock } from './locks.ts';
import { rulesWith } from './rules/pool-rules.ts';

describe('The games of a newcomer', () => {
  const joinedAt = SUNDAY_1PM;
  const now = joinedAt + 3;
  const before = aFinal(3, 7, { gid: 'before', lockAt: joinedAt - 1 });
  const at = aFinal(3, 7, { gid: 'at', lockAt: joinedAt });
  const after = aFinal(3, 7, { gid: 'after', lockAt: joinedAt + 1 });
  const open = aGame({ gid: 'open', lockAt: now + 1 });
  const inPool = withPoolLock(aGame({ gid: 'in pool', lockAt: now + 1 }), joinedAt);
  const week = [before, at, after, open, inPool];

  it.each<[string, Picks, readonly string[]]>([
    ['are those that locked after they joined, by the lock of the pool', {}, ['after', 'open']],
    ['and those with a pick: it was entered for them', { before: home, open: home }, ['before', 'after', 'open']],
  ])('%s', (_name, picks, gids) => {
    expect(gamesOfEntry(week, picks, joinedAt).map(({ gid }) => gid)).toEqual(gids);
  });

  it.each<[string, Picks, string, string, number]>([
    ['with no pick', {}, '0 of 2', '2 picks remaining', 1],
    ['with every open pick', { open: home }, '1 of 2', '1 pick remaining', 1],
    ['with all picks', { after: home, open: home }, '2 of 2', 'All picks submitted!', 0],
    ['with a pick entered for them', { before: home, after: home, open: home }, '3 of 3', 'All picks submitted!', 0],
  ])('are all that their counter has, %s', (_name, picks, counter, text, missed) => {
    const games = gamesOfEntry(week, picks, joinedAt);
    const progress = pickProgress(games, picks, straightUp);
    expect(`${progress.made} of ${progress.total}`).toBe(counter);
    expect(progressText(progress)).toBe(text);
    expect(missedPicks(games, picks, now, straightUp)).toBe(missed);
    expect(tally(games, picks, straightUp)).toEqual(tally(week, picks, straightUp));
  });

  it('are as many as the pool lets them pick, at most those that are left', () => {
    const total = (games: 1 | 2 | 4) => pickProgress(gamesOfEntry(week, {}, joinedAt), {}, rulesWith({ games })).total;
    expect([total(1), total(2), total(4)]).toEqual([1, 2, 2]);
  });

  it('ask for no pick if the week was over before', () => {
    const progress = pickProgress(gamesOfEntry([before, at], {}, joinedAt), {}, straightUp);
    expect(progress).toEqual({ made: 0, total: 0, complete: true });
    expect(progressText(progress)).toBe('No picks needed');
  });

  it.each<[string, Picks, string]>([
    ['one is missed', { before: home }, '3 games: 1 right, 1 missed, 1 before you joined'],
    ['none is missed', { after: home }, '3 games: 1 right, 2 before you joined'],
  ])('are distinguished from earlier ones once they are over: %s', (_name, picks, text) => {
    expect(outcomeText([before, at, after], picks, straightUp, joinedAt)).toBe(text);
  });

  it('leave others that were over before', () => {
    expect(outcomeText([before, at], {}, straightUp, joinedAt)).toBe('2 games before you joined');
    expect(outcomeText([before], {}, straightUp, joinedAt)).toBe('1 game before you joined');
  });
});
