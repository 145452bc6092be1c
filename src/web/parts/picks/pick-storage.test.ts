import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Choice } from '#core/choice.ts';
import { fakeLocalStorage } from '#tests/local-storage.ts';
import { keyOf } from './pick-queue.ts';
import { adoptOldPicks, parsePendingPick, pendingWeeks, pickStorage } from './pick-storage.ts';

const weekId = '2026_01';

const home = { kind: 'pick', gid: 'g1', side: 'home' } as const;
const away = { kind: 'pick', gid: 'g1', side: 'away' } as const;
const none = { kind: 'pick', gid: 'g1', side: null } as const;
const guess = { kind: 'guess', weekId, gid: 'g1', total: 41 } as const;
const order = { kind: 'order', weekId, order: ['g1', 'g2'] } as const;
const team = { kind: 'team', weekId, team: { gid: 'g1', team: 'KC' } } as const;

/** The key and the value under which an earlier release queued a choice. */
const oldForms = [
  [home, 'g1', 'home'],
  [{ ...home, best: true }, 'g1', 'home best'],
  [{ ...away, best: false }, 'g1', 'away plain'],
  [none, 'g1', null],
  [guess, 'tiebreak g1', 41],
  [{ ...guess, total: null }, 'tiebreak g1', null],
  [order, 'entry of week', '{"order":["g1","g2"]}'],
  [team, 'entry of week', '{"gid":"g1","team":"KC"}'],
  [{ ...team, team: null }, 'entry of week', null],
] as const satisfies readonly (readonly [Choice, string, unknown])[];

describe('A pick stored by an earlier page', () => {
  const read = (choice: Choice, pick: object) => parsePendingPick(weekId, keyOf(choice), JSON.stringify(pick));

  it.each(oldForms.map(([choice]) => choice))('is read as a retry: %j', (choice) => {
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

  it('is read without an invalid choice that may be stored', () => {
    for (const unsure of [{ ...home, gid: 'g2' }, guess, 'home'])
      expect(read(home, { choice: home, basedOn: 0, unsure })).toEqual({ choice: home, basedOn: 0, isRetry: true });
  });
});

describe('A pick stored by an earlier release', () => {
  it.each(oldForms)('is read as %j', (choice, key, side) => {
    const old = JSON.stringify({ side, basedOn: 2, unsure: side, isRetry: false, breakdowns: 1 });
    expect(parsePendingPick(weekId, key, old)).toEqual({
      choice,
      basedOn: 2,
      isRetry: true,
      unsure: choice,
      breakdowns: 1,
    });
  });

  it.each([
    ['nothing', 'g1', 'null'],
    ['half a point', 'tiebreak g1', '{"side":41.5,"basedOn":1}'],
    ['a side as a guess', 'tiebreak g1', '{"side":"home","basedOn":1}'],
    ['a number as a side', 'g1', '{"side":41,"basedOn":1}'],
    ['no JSON', 'g1', '{side'],
    ['no object', 'g1', '"home"'],
    ['no side', 'g1', '{"basedOn":1}'],
    ['an unknown side', 'g1', '{"side":"left","basedOn":1}'],
    ['an unknown mark', 'g1', '{"side":"home worst","basedOn":1}'],
    ['an unknown entry', 'entry of week', '{"side":"{}","basedOn":1}'],
    ['an empty entry', 'entry of week', '{"side":"null","basedOn":1}'],
    ['a side as an entry', 'entry of week', '{"side":"home","basedOn":1}'],
    ['an old value under a new key', 'pick g1', '{"side":"home","basedOn":1}'],
    ['a new value under an old key', 'g1', JSON.stringify({ choice: home, basedOn: 1 })],
    ['no revision', 'g1', '{"side":"home"}'],
    ['an odd revision', 'g1', '{"side":"home","basedOn":-1.5}'],
  ])('is not a pending pick if it is %s', (_what, key, text) => {
    expect(parsePendingPick(weekId, key, text)).toBeNull();
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

  describe('with picks of an earlier release, which name no entry', () => {
    const oldWeek = { poolId: 'p1', weekId };
    const OLD = `queued-pick ann p1 ${weekId} g1`;
    const LAST = `queued-pick ann p1 ${weekId} pick g1`;
    const adopted = () => {
      adoptOldPicks('ann', week);
      return [...pickStorage('ann', week).load().values()];
    };

    it.each(oldForms)('assigns them to an entry: %j', (choice, key, side) => {
      localStorage.setItem(`queued-pick ann p1 ${weekId} ${key}`, JSON.stringify({ side, basedOn: 2 }));
      expect(pendingWeeks('ann')).toEqual([oldWeek]);
      expect(adopted()).toEqual([{ choice, basedOn: 2, isRetry: true }]);
      expect(Object.keys(localStorage)).toEqual([`queued-pick ann p1 ${weekId} e1 ${keyOf(choice)}`]);
      expect(pendingWeeks('ann')).toEqual([week]);
    });

    it.each(oldForms.map(([choice]) => choice))('assigns those of the release before to an entry: %j', (choice) => {
      const item = { choice, basedOn: 2, isRetry: true };
      localStorage.setItem(`queued-pick ann p1 ${weekId} ${keyOf(choice)}`, JSON.stringify(item));
      expect(pendingWeeks('ann')).toEqual([oldWeek]);
      expect(adopted()).toEqual([item]);
      expect(Object.keys(localStorage)).toEqual([`queued-pick ann p1 ${weekId} e1 ${keyOf(choice)}`]);
    });

    it('prefers the newest, and drops the others', () => {
      localStorage.setItem(OLD, '{"side":"away","basedOn":2}');
      localStorage.setItem(LAST, JSON.stringify(pending));
      expect(adopted()).toEqual([pending]);
      localStorage.setItem(LAST, JSON.stringify({ ...pending, choice: away }));
      expect(adopted()).toEqual([pending]);
      expect(Object.keys(localStorage)).toEqual([NEW]);
    });

    it('changes nothing of another entry, and ignores items that are not picks', () => {
      const other = `queued-pick ann p1 ${weekId} e2 pick g1`;
      localStorage.setItem(other, JSON.stringify(pending));
      localStorage.setItem(OLD, 'garbage');
      expect(adopted()).toEqual([]);
      expect(Object.keys(localStorage)).toEqual([other, OLD]);
    });

    it('keeps them for the next time if it is full', () => {
      localStorage.setItem(LAST, JSON.stringify(pending));
      const full = fillUp();
      expect(adopted()).toEqual([]);
      full.mockRestore();
      expect(Object.keys(localStorage)).toEqual([LAST]);
      expect(adopted()).toEqual([pending]);
    });
  });
});

function fillUp() {
  return vi.spyOn(Object.getPrototypeOf(localStorage), 'setItem').mockImplementation(() => {
    throw new DOMException('No room is left.', 'QuotaExceededError');
  });
}
