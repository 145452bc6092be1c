import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PickedReply } from '#contract/picks.ts';
import type { SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import { fakeLocalStorage } from '#tests/local-storage.ts';
import { PATIENT } from '#tests/until.ts';
import { ApiError } from '#web/lib/api.ts';
import { ownPicksQuery } from '#web/parts/queries.ts';
import { classifyFailure, createPickSync, retryDelay, savePicks } from './pick-sync.ts';

it.each([
  ['network', 'unanswered'],
  ['stopping', 'unanswered'],
  ['disk_full', 'unanswered'],
  ['storage_failed', 'unanswered'],
  ['too_many_requests', 'postponed'],
  ['newer_pick', 'conflict'],
  ['newer_choice', 'conflict'],
  ['not_signed_in', 'wrong_user'],
  ['other_player', 'wrong_user'],
  ['game_locked', 'refused'],
  ['not_a_member', 'refused'],
  ['entry_not_found', 'refused'],
  ['unexpected', 'broken'],
  ['invalid_input', 'not_understood'],
  ['route_not_found', 'not_understood'],
] as const)('a call that fails with %s is %s', (code, failure) => {
  expect(classifyFailure(new ApiError(code, ''))).toBe(failure);
});

it('a client error is a refusal: sending it again would not help', () => {
  expect(classifyFailure(new TypeError('x'))).toBe('refused');
});

it.each([
  [0, -1, 2000],
  [2, 1000, 8000],
  [2, 12_000, 12_000],
  [20, 1000, 30_000],
  [20, 60_000, 60_000],
])('after %d failures and a server that asks for %d ms, the next try waits %d ms', (failures, postponedMs, wait) => {
  expect(retryDelay(failures, postponedMs)).toBe(wait);
});

describe('A wish', () => {
  const weekId = '2026_01';
  const week = { poolId: 'p1', weekId, entryId: 'e1' };
  const order = ['g1', 'g2'];
  const team = { gid: 'g1', team: 'KC' };
  const cases: readonly SlotWish[] = [
    { kind: 'pick', about: 'g1', value: { side: 'home' } },
    { kind: 'pick', about: 'g1', value: { side: 'away', best: true } },
    { kind: 'pick', about: 'g1', value: null },
    { kind: 'guess', about: weekId, value: { gid: 'g1', total: 41 } },
    { kind: 'order', about: weekId, value: { order } },
    { kind: 'team', about: weekId, value: team },
    { kind: 'team', about: `${weekId}:2`, value: team },
    { kind: 'team', about: weekId, value: null },
  ];
  const one = { id: 'e1', name: 'Ann', joinedAt: 1 };
  const own = { entries: [one, { ...one, id: 'e2', name: 'Ann 2' }], picks: [] };
  const saved: PickedReply = { saved: true, pick: { kind: 'pick', about: 'g1', value: { side: 'home' }, revision: 3 } };
  let answered: PickedReply = saved;
  /** The game whose picks the server does not understand. */
  let foreign: string | undefined;
  const invalid = { error: { code: 'invalid_input', message: 'picks.0.kind must be equal to constant.' } };
  const answer = vi.fn(async (_address: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return Response.json(own);
    const isForeign = JSON.parse(String(body)).picks[0].about === foreign;
    return isForeign ? Response.json(invalid, { status: 400 }) : Response.json({ picks: [answered] });
  });
  const sent = () =>
    answer.mock.calls
      .filter(([, { method }]) => method === 'PUT')
      .map(([path, { body }]) => [path, JSON.parse(String(body))]);

  beforeEach(() => {
    answer.mockClear();
    answered = saved;
    foreign = undefined;
    vi.stubGlobal('fetch', answer);
    vi.stubGlobal('localStorage', fakeLocalStorage());
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('document', new EventTarget());
  });

  afterEach(() => void vi.useRealTimers());

  it.each(cases)('is saved for its entry: %j', async (wish) => {
    const queue = createPickSync(new QueryClient(), 'ann').queueOf(week);
    queue.pick(wish);
    await vi.waitFor(() => expect(queue.state().saved).toBe(true), PATIENT);
    expect(sent()).toEqual([['/api/entries/e1/picks', { picks: [{ ...wish, basedOn: 0 }] }]]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it.each(cases)('is saved for its entry if an earlier page queued it: %j', async (wish) => {
    const item = { wish, basedOn: 2, isRetry: false };
    localStorage.setItem(`queued-pick ann p1 ${weekId} e1 ${slotKey(wish)}`, JSON.stringify(item));
    const stop = createPickSync(new QueryClient(), 'ann').start();
    await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([]), PATIENT);
    expect(sent()).toEqual([['/api/entries/e1/picks', { picks: [{ ...wish, basedOn: 2 }] }]]);
    stop();
  });

  it('has a queue for each entry', async () => {
    const sync = createPickSync(new QueryClient(), 'ann');
    const [first, second] = [sync.queueOf(week), sync.queueOf({ ...week, entryId: 'e2' })];
    first.pick({ kind: 'pick', about: 'g1', value: { side: 'home' } });
    expect([first.state().pending.size, second.state().pending.size]).toEqual([1, 0]);
    second.pick({ kind: 'pick', about: 'g1', value: { side: 'away' } });
    await vi.waitFor(() => expect([first, second].map((queue) => queue.state().saved)).toEqual([true, true]), PATIENT);
    expect(sent().map(([path]) => path)).toEqual(['/api/entries/e1/picks', '/api/entries/e2/picks']);
  });

  it('is shown only in its entry, with the revision for the next one', async () => {
    const client = new QueryClient();
    const { queryKey } = ownPicksQuery('p1');
    client.setQueryData(queryKey, own);
    const queue = createPickSync(client, 'ann').queueOf(week);
    queue.pick({ kind: 'pick', about: 'g1', value: { side: 'home' } });
    await vi.waitFor(() => expect(queue.state().saved).toBe(true), PATIENT);
    expect(client.getQueryData(queryKey)).toEqual({
      entries: own.entries,
      picks: [{ key: 'e1 pick g1', entryId: 'e1', kind: 'pick', about: 'g1', value: { side: 'home' }, revision: 3 }],
    });
    queue.pick({ kind: 'pick', about: 'g1', value: { side: 'away' } });
    await vi.waitFor(() => expect(queue.state().saved).toBe(true), PATIENT);
    expect(sent()[1]?.[1]).toEqual({ picks: [{ kind: 'pick', about: 'g1', value: { side: 'away' }, basedOn: 3 }] });
  });

  it('shows why it was refused', async () => {
    answered = { saved: false, code: 'game_locked', message: 'This game has locked.' };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const queue = createPickSync(new QueryClient(), 'ann').queueOf(week);
    queue.pick({ kind: 'pick', about: 'g1', value: { side: 'home' } });
    await vi.waitFor(() => expect([...queue.state().failures.values()]).toEqual(['This game has locked.']), PATIENT);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('waits as long as the server does not understand it, and is rarely sent again, whatever happens meanwhile', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    foreign = 'g1';
    const client = new QueryClient();
    const sync = createPickSync(client, 'ann');
    const stop = sync.start();
    const queue = sync.queueOf(week);
    queue.pick({ kind: 'pick', about: 'g1', value: { side: 'home' } });
    queue.pick({ kind: 'pick', about: 'g2', value: { side: 'home' } });
    for (let second = 0; second < 1200; second += 1) {
      client.setQueryData(['live'], second);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(queue.state()).toMatchObject({ waiting: ['pick g1'], failures: new Map() });
    expect([...queue.state().pending.keys()]).toEqual(['pick g1']);
    expect(sent().filter(([, { picks }]) => picks[0].about === 'g2')).toHaveLength(1);
    // At once, after 2, 4, 8 and 16 s, and then every 30 s.
    expect(sent().filter(([, { picks }]) => picks[0].about === 'g1')).toHaveLength(5 + 39);
    foreign = undefined;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(queue.state()).toMatchObject({ pending: new Map(), saved: true });
    stop();
  });

  it('that the server does not understand is refused in plain words where nothing waits', async () => {
    foreign = 'g1';
    const wish: SlotWish = { kind: 'pick', about: 'g1', value: { side: 'home' } };
    await expect(savePicks(new QueryClient(), week, [{ wish, basedOn: 0 }])).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'This page may be outdated. Please reload it.',
    });
  });
});
