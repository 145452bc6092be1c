import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ownPickKey } from '#contract/live.ts';
import type { PickedReply } from '#contract/picks.ts';
import type { Choice } from '#core/choice.ts';
import { fakeLocalStorage } from '#tests/local-storage.ts';
import { PATIENT } from '#tests/until.ts';
import { ApiError } from '#web/lib/api.ts';
import { ownEntriesQuery } from '#web/parts/queries.ts';
import { keyOf } from './pick-queue.ts';
import { classifyFailure, createPickSync, retryDelay } from './pick-sync.ts';

it.each([
  ['network', 'unanswered'],
  ['stopping', 'unanswered'],
  ['disk_full', 'unanswered'],
  ['storage_failed', 'unanswered'],
  ['too_many_requests', 'postponed'],
  ['newer_pick', 'conflict'],
  ['newer_entry', 'conflict'],
  ['not_signed_in', 'wrong_user'],
  ['other_player', 'wrong_user'],
  ['game_locked', 'refused'],
  ['not_a_member', 'refused'],
  ['entry_not_found', 'refused'],
  ['unexpected', 'broken'],
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

describe('A choice', () => {
  const weekId = '2026_01';
  const week = { poolId: 'p1', weekId, entryId: 'e1' };
  const order = ['g1', 'g2'];
  const team = { gid: 'g1', team: 'KC' };
  const cases: readonly Choice[] = [
    { kind: 'pick', gid: 'g1', side: 'home' },
    { kind: 'pick', gid: 'g1', side: 'away', best: true },
    { kind: 'pick', gid: 'g1', side: null },
    { kind: 'guess', weekId, gid: 'g1', total: 41 },
    { kind: 'order', weekId, order },
    { kind: 'team', weekId, team },
    { kind: 'team', weekId, team, second: true },
    { kind: 'team', weekId, team: null },
  ];
  const one = { id: 'e1', name: 'Ann', joinedAt: 1, guesses: {}, weeks: {} };
  const own = { entries: [one, { ...one, id: 'e2', name: 'Ann 2' }], picks: [] };
  const saved: PickedReply = { saved: true, pick: { side: 'home', revision: 3 } };
  let answered: PickedReply = saved;
  const answer = vi.fn(async (_address: string, init: RequestInit) =>
    Response.json(init.method === 'PUT' ? { picks: [answered] } : own),
  );
  const sent = () =>
    answer.mock.calls
      .filter(([, { method }]) => method === 'PUT')
      .map(([path, { body }]) => [path, JSON.parse(String(body))]);

  beforeEach(() => {
    answer.mockClear();
    answered = saved;
    vi.stubGlobal('fetch', answer);
    vi.stubGlobal('localStorage', fakeLocalStorage());
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('document', new EventTarget());
  });

  it.each(cases)('is saved for its entry: %j', async (choice) => {
    const queue = createPickSync(new QueryClient(), 'ann').queueOf(week);
    queue.pick(choice);
    await vi.waitFor(() => expect(queue.state().saved).toBe(true), PATIENT);
    expect(sent()).toEqual([['/api/entries/e1/picks', { picks: [{ ...choice, basedOn: 0 }] }]]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it.each(cases)('is saved for its entry if an earlier page queued it: %j', async (choice) => {
    const item = { choice, basedOn: 2, isRetry: false };
    localStorage.setItem(`queued-pick ann p1 ${weekId} e1 ${keyOf(choice)}`, JSON.stringify(item));
    const stop = createPickSync(new QueryClient(), 'ann').start();
    await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([]), PATIENT);
    expect(sent()).toEqual([['/api/entries/e1/picks', { picks: [{ ...choice, basedOn: 2 }] }]]);
    stop();
  });

  it('has a queue for each entry', async () => {
    const sync = createPickSync(new QueryClient(), 'ann');
    const [first, second] = [sync.queueOf(week), sync.queueOf({ ...week, entryId: 'e2' })];
    first.pick({ kind: 'pick', gid: 'g1', side: 'home' });
    expect([first.state().pending.size, second.state().pending.size]).toEqual([1, 0]);
    second.pick({ kind: 'pick', gid: 'g1', side: 'away' });
    await vi.waitFor(() => expect([first, second].map((queue) => queue.state().saved)).toEqual([true, true]), PATIENT);
    expect(sent().map(([path]) => path)).toEqual(['/api/entries/e1/picks', '/api/entries/e2/picks']);
  });

  it('is shown only in its entry, with the revision for the next one', async () => {
    const client = new QueryClient();
    const { queryKey } = ownEntriesQuery('p1');
    client.setQueryData(queryKey, own);
    const queue = createPickSync(client, 'ann').queueOf(week);
    queue.pick({ kind: 'pick', gid: 'g1', side: 'home' });
    await vi.waitFor(() => expect(queue.state().saved).toBe(true), PATIENT);
    expect(client.getQueryData(queryKey)).toEqual({
      entries: own.entries,
      picks: [{ key: ownPickKey('e1', 'g1'), entryId: 'e1', gid: 'g1', side: 'home', revision: 3 }],
    });
    queue.pick({ kind: 'pick', gid: 'g1', side: 'away' });
    await vi.waitFor(() => expect(queue.state().saved).toBe(true), PATIENT);
    expect(sent()[1]?.[1]).toEqual({ picks: [{ kind: 'pick', gid: 'g1', side: 'away', basedOn: 3 }] });
  });

  it('shows why it was refused', async () => {
    answered = { saved: false, code: 'game_locked', message: 'This game has locked.' };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const queue = createPickSync(new QueryClient(), 'ann').queueOf(week);
    queue.pick({ kind: 'pick', gid: 'g1', side: 'home' });
    await vi.waitFor(() => expect([...queue.state().failures.values()]).toEqual(['This game has locked.']), PATIENT);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
