import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Choice } from '#core/choice.ts';
import { fakeLocalStorage } from '#tests/local-storage.ts';
import { ApiError } from '#web/lib/api.ts';
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
  ['unexpected', 'broken'],
] as const)('a call that fails with %s is %s', (code, failure) => {
  expect(classifyFailure(new ApiError(code, ''))).toBe(failure);
});

it('a fault of our own is a refusal: sending it again would not mend it', () => {
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
  const order = ['g1', 'g2'];
  const team = { gid: 'g1', team: 'KC' };
  const [pickPath, weekPath] = ['/api/pools/p1/picks/g1', `/api/pools/p1/weeks/${weekId}`];
  const cases = [
    [{ kind: 'pick', gid: 'g1', side: 'home' }, pickPath, { side: 'home' }, 'g1', 'home'],
    [{ kind: 'pick', gid: 'g1', side: 'away', best: true }, pickPath, { side: 'away', best: true }, 'g1', 'away best'],
    [{ kind: 'pick', gid: 'g1', side: null }, pickPath, { side: null }, 'g1', null],
    [{ kind: 'guess', weekId, gid: 'g1', total: 41 }, `${weekPath}/guess`, { gid: 'g1', guess: 41 }, 'tiebreak g1', 41],
    [
      { kind: 'order', weekId, order },
      `${weekPath}/entry`,
      { entry: { order } },
      'entry of week',
      JSON.stringify({ order }),
    ],
    [{ kind: 'team', weekId, team }, `${weekPath}/entry`, { entry: team }, 'entry of week', JSON.stringify(team)],
    [{ kind: 'team', weekId, team: null }, `${weekPath}/entry`, { entry: null }, 'entry of week', null],
  ] as const satisfies readonly (readonly [Choice, string, object, string, unknown])[];
  const answer = vi.fn(async (_address: string, _init: RequestInit) => Response.json({ revision: 3 }));
  const sent = () => answer.mock.calls.map(([path, { method, body }]) => [method, path, JSON.parse(String(body))]);

  beforeEach(() => {
    answer.mockClear();
    vi.stubGlobal('fetch', answer);
    vi.stubGlobal('localStorage', fakeLocalStorage());
  });

  it.each(cases)('goes to its route: %j', async (choice, path, body) => {
    const queue = createPickSync(new QueryClient(), 'ann').queueOf('p1', weekId);
    queue.pick(choice);
    await vi.waitFor(() => expect(queue.state().saved).toBe(true));
    expect(sent()).toEqual([['PUT', path, { ...body, basedOn: 0, playerId: 'ann' }]]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it.each(cases)('is sent if a page of the release before queued it: %j', async (_choice, path, body, key, side) => {
    localStorage.setItem(`queued-pick ann p1 ${weekId} ${key}`, JSON.stringify({ side, basedOn: 2 }));
    const queue = createPickSync(new QueryClient(), 'ann').queueOf('p1', weekId);
    queue.flush();
    await vi.waitFor(() => expect(queue.state().saved).toBe(true));
    expect(sent()).toEqual([['PUT', path, { ...body, basedOn: 2, playerId: 'ann' }]]);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
