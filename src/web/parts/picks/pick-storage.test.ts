import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import { fakeLocalStorage } from '#tests/local-storage.ts';
import { parsePendingPick, pendingWeeks, pickStorage } from './pick-storage.ts';

const weekId = '2026_01';

const home = { kind: 'pick', about: 'g1', value: { side: 'home' } } as const;
const away = { kind: 'pick', about: 'g1', value: { side: 'away' } } as const;
const none = { kind: 'pick', about: 'g1', value: null } as const;
const guess = { kind: 'guess', about: weekId, value: { gid: 'g1', total: 41 } } as const;
const order = { kind: 'order', about: weekId, value: { order: ['g1', 'g2'] } } as const;
const team = { kind: 'team', about: weekId, value: { gid: 'g1', team: 'KC' } } as const;

const wishes: readonly SlotWish[] = [
  home,
  { ...home, value: { side: 'home', best: true } },
  { ...away, value: { side: 'away', best: false } },
  none,
  guess,
  { ...guess, value: { gid: 'g1', total: null } },
  order,
  team,
  { ...team, about: `${weekId}:2` },
  { ...team, value: null },
];

/** The same, as pages of the release before stored them. */
const earlier: readonly object[] = [
  { kind: 'pick', gid: 'g1', side: 'home' },
  { kind: 'pick', gid: 'g1', side: 'home', best: true },
  { kind: 'pick', gid: 'g1', side: 'away', best: false },
  { kind: 'pick', gid: 'g1', side: null },
  { kind: 'guess', weekId, gid: 'g1', total: 41 },
  { kind: 'guess', weekId, gid: 'g1', total: null },
  { kind: 'order', weekId, order: ['g1', 'g2'] },
  { kind: 'team', weekId, team: { gid: 'g1', team: 'KC' } },
  { kind: 'team', weekId, team: { gid: 'g1', team: 'KC' }, second: true },
  { kind: 'team', weekId, team: null },
];

describe('A pick stored by an earlier page', () => {
  const read = (wish: SlotWish, pick: object) => parsePendingPick(weekId, slotKey(wish), JSON.stringify(pick));

  it.each(wishes)('is read as a retry: %j', (wish) => {
    const pick = { wish, basedOn: 2 };
    expect(read(wish, { ...pick, isRetry: false })).toEqual({ ...pick, isRetry: true });
  });

  it.each(wishes.map((wish, at) => [wish, earlier[at]] as const))(
    'is read if the release before stored it: %j',
    (wish, choice) => {
      const item = { choice, unsure: choice, basedOn: 2, isRetry: false };
      expect(read(wish, item)).toEqual({ wish, unsure: wish, basedOn: 2, isRetry: true });
    },
  );

  it('is read with the wish that may be stored, and with its server errors', () => {
    const pick = { wish: home, basedOn: 2, isRetry: true, unsure: none, breakdowns: 3 };
    expect(read(home, pick)).toEqual(pick);
  });

  it.each([
    ['nothing', null],
    ['no object', home],
    ['no wish', { basedOn: 1 }],
    ['an unknown kind', { wish: { ...home, kind: 'best' }, basedOn: 1 }],
    ['an unknown side', { wish: { ...home, value: { side: 'left' } }, basedOn: 1 }],
    ['an unknown mark', { wish: { ...home, value: { side: 'home', best: 'worst' } }, basedOn: 1 }],
    ['another game', { wish: { ...home, about: 'g2' }, basedOn: 1 }],
    ['another kind', { wish: guess, basedOn: 1 }],
    ['no revision', { wish: home }],
    ['an odd revision', { wish: home, basedOn: -1.5 }],
    ['a side without a kind', { side: 'home', basedOn: 1 }],
    ['a mark of another kind', { wish: { ...home, value: { side: 'home', cleared: 1, best: 1 } }, basedOn: 1 }],
  ])('is not a pick if it is %s', (_what, item) => {
    expect(parsePendingPick(weekId, 'pick g1', JSON.stringify(item))).toBeNull();
  });

  it.each<readonly [string, string, object]>([
    ['half a point', 'guess', { ...guess, value: { gid: 'g1', total: 41.5 } }],
    ['more points than a guess may have', 'guess', { ...guess, value: { gid: 'g1', total: 201 } }],
    ['points without a game', 'guess', { ...guess, value: { total: 41 } }],
    ['a guess of another week', 'guess', { ...guess, about: '2026_02' }],
    ['no order', 'order', { ...order, value: null }],
    ['an empty order', 'order', { ...order, value: { order: [] } }],
    ['an order of numbers', 'order', { ...order, value: { order: ['g1', 2] } }],
    ['no team', 'team', { ...team, value: undefined }],
    ['a team without a game', 'team', { ...team, value: { team: 'KC' } }],
  ])('is not a wish for a week if it is %s', (_what, kind, wish) => {
    expect(parsePendingPick(weekId, `${kind} ${weekId}`, JSON.stringify({ wish, basedOn: 1 }))).toBeNull();
  });

  it.each([
    ['no JSON', '{side'],
    ['no object', '"home"'],
  ])('is not a pick if it is %s', (_what, text) => {
    expect(parsePendingPick(weekId, 'pick g1', text)).toBeNull();
  });

  it('is read without an invalid wish that may be stored', () => {
    for (const unsure of [{ ...home, about: 'g2' }, guess, 'home'])
      expect(read(home, { wish: home, basedOn: 0, unsure })).toEqual({ wish: home, basedOn: 0, isRetry: true });
  });
});

describe('The storage of a device', () => {
  const week = { poolId: 'p1', weekId, entryId: 'e1' };
  const NEW = `queued-pick ann p1 ${weekId} e1 pick g1`;
  const pending = { wish: home, basedOn: 0, isRetry: true };

  beforeEach(() => vi.stubGlobal('localStorage', fakeLocalStorage()));

  it('has one item for each wish of an entry in a week', () => {
    const storage = pickStorage('ann', week);
    storage.put('pick g1', pending);
    storage.put(`guess ${weekId}`, { ...pending, wish: guess });
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
    other.put('pick g1', { ...pending, wish: away });
    one.remove('pick g1');
    expect(pickStorage('ann', week).load().get('pick g1')?.wish).toEqual(away);
    other.remove('pick g1');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('that is full keeps an earlier item until it is settled', () => {
    localStorage.setItem(NEW, JSON.stringify(pending));
    const storage = pickStorage('ann', week);
    storage.load();
    const full = fillUp();
    storage.put('pick g1', { ...pending, wish: away });
    full.mockRestore();
    expect(Object.entries(localStorage)).toEqual([[NEW, JSON.stringify(pending)]]);
    storage.remove('pick g1');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('ignores items that are not picks', () => {
    localStorage.setItem(NEW, '{"wish":null}');
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
