import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Choice } from '#core/choice.ts';
import { fakeLocalStorage } from '#tests/local-storage.ts';
import { keyOf } from './pick-queue.ts';
import { parsePendingPick, pendingWeeks, pickStorage } from './pick-storage.ts';

const weekId = '2026_01';

const home = { kind: 'pick', gid: 'g1', side: 'home' } as const;
const away = { kind: 'pick', gid: 'g1', side: 'away' } as const;
const none = { kind: 'pick', gid: 'g1', side: null } as const;
const guess = { kind: 'guess', weekId, gid: 'g1', total: 41 } as const;
const order = { kind: 'order', weekId, order: ['g1', 'g2'] } as const;
const team = { kind: 'team', weekId, team: { gid: 'g1', team: 'KC' } } as const;

const choices: readonly Choice[] = [
  home,
  { ...home, best: true },
  { ...away, best: false },
  none,
  guess,
  { ...guess, total: null },
  order,
  team,
  { ...team, second: true },
  { ...team, team: null },
];

describe('A pick stored by an earlier page', () => {
  const read = (choice: Choice, pick: object) => parsePendingPick(weekId, keyOf(choice), JSON.stringify(pick));

  it.each(choices)('is read as a retry: %j', (choice) => {
    const pick = { choice, basedOn: 2 };
    expect(read(choice, { ...pick, isRetry: false })).toEqual({ ...pick, isRetry: true });
  });

  it('is read with the choice that may be stored, and with its server errors', () => {
    const pick = { choice: home, basedOn: 2, isRetry: true, unsure: none, breakdowns: 3 };
    expect(read(home, pick)).toEqual(pick);
  });

  it.each([
    ['nothing', null],
    ['no object', home],
    ['no choice', { basedOn: 1 }],
    ['an unknown kind', { choice: { ...home, kind: 'best' }, basedOn: 1 }],
    ['an unknown side', { choice: { ...home, side: 'left' }, basedOn: 1 }],
    ['an unknown mark', { choice: { ...home, best: 'worst' }, basedOn: 1 }],
    ['another game', { choice: { ...home, gid: 'g2' }, basedOn: 1 }],
    ['another kind', { choice: guess, basedOn: 1 }],
    ['no revision', { choice: home }],
    ['an odd revision', { choice: home, basedOn: -1.5 }],
    ['a side without a kind', { side: 'home', basedOn: 1 }],
  ])('is not a pick if it is %s', (_what, item) => {
    expect(parsePendingPick(weekId, 'pick g1', JSON.stringify(item))).toBeNull();
  });

  it.each<readonly [string, string, object]>([
    ['half a point', 'guess', { ...guess, total: 41.5 }],
    ['more points than a guess may have', 'guess', { ...guess, total: 201 }],
    ['points without a game', 'guess', { ...guess, gid: undefined }],
    ['a guess of another week', 'guess', { ...guess, weekId: '2026_02' }],
    ['no order', 'order', { ...order, order: null }],
    ['an empty order', 'order', { ...order, order: [] }],
    ['an order of numbers', 'order', { ...order, order: ['g1', 2] }],
    ['no team', 'team', { ...team, team: undefined }],
    ['a team without a game', 'team', { ...team, team: { team: 'KC' } }],
  ])('is not a choice for a week if it is %s', (_what, kind, choice) => {
    expect(parsePendingPick(weekId, `${kind} ${weekId}`, JSON.stringify({ choice, basedOn: 1 }))).toBeNull();
  });

  it.each([
    ['no JSON', '{side'],
    ['no object', '"home"'],
  ])('is not a pick if it is %s', (_what, text) => {
    expect(parsePendingPick(weekId, 'pick g1', text)).toBeNull();
  });

  it('is read without an invalid choice that may be stored', () => {
    for (const unsure of [{ ...home, gid: 'g2' }, guess, 'home'])
      expect(read(home, { choice: home, basedOn: 0, unsure })).toEqual({ choice: home, basedOn: 0, isRetry: true });
  });
});

describe('The storage of a device', () => {
  const week = { poolId: 'p1', weekId, entryId: 'e1' };
  const NEW = `queued-pick ann p1 ${weekId} e1 pick g1`;
  const pending = { choice: home, basedOn: 0, isRetry: true };

  beforeEach(() => vi.stubGlobal('localStorage', fakeLocalStorage()));

  it('has one item for each choice of an entry in a week', () => {
    const storage = pickStorage('ann', week);
    storage.put('pick g1', pending);
    storage.put(`guess ${weekId}`, { ...pending, choice: guess });
    expect(Object.keys(localStorage)).toEqual([NEW, `queued-pick ann p1 ${weekId} e1 guess ${weekId}`]);
    expect([...pickStorage('ann', week).load().keys()]).toEqual(['pick g1', `guess ${weekId}`]);
    expect(pickStorage('bob', week).load().size).toBe(0);
    expect(pickStorage('ann', { ...week, poolId: 'p2' }).load().size).toBe(0);
    expect(pickStorage('ann', { ...week, entryId: 'e2' }).load().size).toBe(0);
    expect(pendingWeeks('ann')).toEqual([week]);
  });

  it('does not remove a newer tap of another window', () => {
    const [one, other] = [pickStorage('ann', week), pickStorage('ann', week)];
    one.put('pick g1', pending);
    other.put('pick g1', { ...pending, choice: away });
    one.remove('pick g1');
    expect(pickStorage('ann', week).load().get('pick g1')?.choice).toEqual(away);
    other.remove('pick g1');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('that is full keeps an earlier item until it is settled', () => {
    localStorage.setItem(NEW, JSON.stringify(pending));
    const storage = pickStorage('ann', week);
    storage.load();
    const full = fillUp();
    storage.put('pick g1', { ...pending, choice: away });
    full.mockRestore();
    expect(Object.entries(localStorage)).toEqual([[NEW, JSON.stringify(pending)]]);
    storage.remove('pick g1');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('ignores items that are not picks', () => {
    localStorage.setItem(NEW, '{"choice":null}');
    expect(pickStorage('ann', week).load().size).toBe(0);
    expect(Object.keys(localStorage)).toEqual([NEW]);
  });

  it('ignores items that name no entry', () => {
    const [first, second] = [`queued-pick ann p1 ${weekId} g1`, `queued-pick ann p1 ${weekId} pick g1`];
    localStorage.setItem(first, '{"side":"home","basedOn":0}');
    localStorage.setItem(second, JSON.stringify(pending));
    expect(pendingWeeks('ann')).toEqual([]);
    expect(pickStorage('ann', week).load().size).toBe(0);
    expect(Object.keys(localStorage)).toEqual([first, second]);
  });
});

function fillUp() {
  return vi.spyOn(Object.getPrototypeOf(localStorage), 'setItem').mockImplementation(() => {
    throw new DOMException('No room is left.', 'QuotaExceededError');
  });
}
