import { describe, expect, it } from 'vitest';
import type { OwnPicksReply } from '#contract/entries.ts';
import type { TopicStates } from '#contract/live.ts';
import { ownSlotKey } from '#contract/live.ts';
import type { MatchupReply, StandingsReply } from '#contract/standings.ts';
import { withStyles } from '#core/teams.ts';
import type { TopicUpdate } from './apply-updates.ts';
import { isNext, mergeUpdate } from './apply-updates.ts';

type Game = TopicStates['poolGames']['row'];

const matchupTopic = { kind: 'matchup', poolId: 'p', weekId: 'w' } as const;
const standingsTopic = { kind: 'standings', poolId: 'p' } as const;
const gamesTopic = { kind: 'poolGames', poolId: 'p', weekId: 'w' } as const;
const picksTopic = { kind: 'picks', poolId: 'p' } as const;

const ann = { id: 'ann', ownerId: 'ann', name: 'Ann', picks: 'h?', weekHalves: 1, overallHalves: 5 };
const bob = { id: 'bob', ownerId: 'bob', name: 'Bob', picks: '--', weekHalves: 0, overallHalves: 3 };

function game(gid: string, kickoff: number, homeScore = 0): Game {
  return withStyles({
    gid,
    weekId: 'w',
    kickoff,
    timeTbd: false,
    lockAt: kickoff,
    status: 'In Progress',
    void: null,
    home: 'KC',
    away: 'LV',
    homeScore,
    awayScore: 0,
    spread: null,
    frozenSpread: null,
    lineSource: null,
    spreadNote: '',
    situation: '',
    weather: '',
    allowSpreadUpdate: true,
    allowTimeUpdate: true,
    setByAdmin: [],
  });
}

describe('the order of updates', () => {
  const change: TopicUpdate = { kind: 'change', topic: matchupTopic, version: 4, set: [], gone: [] };
  const state: TopicUpdate = { kind: 'state', topic: matchupTopic, version: 4, head: { games: [] }, rows: [] };

  it.each([
    ['the next change', change, 3, true],
    ['a change after a gap', change, 2, false],
    ['a change that was already applied', change, 4, false],
    ['a change before any state', change, undefined, false],
    ['a state, whatever came before', state, 9, true],
    ['the first state', state, undefined, true],
  ] as const)('%s: %o after %o', (_, update, version, expected) => {
    expect(isNext(update, version)).toBe(expected);
  });
});

describe('updates of the matchup', () => {
  const held: MatchupReply = { games: ['g1', 'g2'], rows: [ann, bob] };

  it('a state replaces everything', () => {
    const update: TopicUpdate = {
      kind: 'state',
      topic: matchupTopic,
      version: 1,
      head: { games: ['g3'] },
      rows: [bob],
    };
    expect(mergeUpdate(held, update)).toEqual({ games: ['g3'], rows: [bob] });
  });

  it('a change touches only the rows it names', () => {
    const better = { ...bob, weekHalves: 1 };
    const next = mergeUpdate(held, { kind: 'change', topic: matchupTopic, version: 2, set: [better], gone: [] });
    expect(next).toEqual({ games: ['g1', 'g2'], rows: [ann, better] });
    expect((next as MatchupReply).rows[0]).toBe(ann);
  });

  it('rows come, rows go, and a head comes with them', () => {
    const cleo = { ...ann, id: 'cleo', name: 'Cleo' };
    const head = { games: ['g1'] };
    const update: TopicUpdate = { kind: 'change', topic: matchupTopic, version: 2, head, set: [cleo], gone: ['ann'] };
    expect(mergeUpdate(held, update)).toEqual({ games: ['g1'], rows: [bob, cleo] });
  });

  it('an empty change changes nothing', () => {
    expect(mergeUpdate(undefined, { kind: 'change', topic: matchupTopic, version: 2, set: [ann], gone: [] })).toBe(
      undefined,
    );
  });
});

describe('updates of the games', () => {
  it('keep the order of kick-off when one is moved', () => {
    const held = { games: [game('a', 1), game('b', 2), game('c', 3)] };
    const update: TopicUpdate = { kind: 'change', topic: gamesTopic, version: 2, set: [game('a', 2, 7)], gone: ['c'] };
    expect(mergeUpdate(held, update)).toEqual({ games: [game('a', 2, 7), game('b', 2)] });
  });

  it('start with a state', () => {
    const update: TopicUpdate = { kind: 'state', topic: gamesTopic, version: 1, head: {}, rows: [game('a', 1)] };
    expect(mergeUpdate(undefined, update)).toEqual({ games: [game('a', 1)] });
  });
});

describe('updates of the standings', () => {
  const head = { weeks: ['w'], activeWeekId: 'w', finishedWeeks: [] };
  const first = { id: 'ann', ownerId: 'ann', name: 'Ann', halves: [3], totalHalves: 3, average: 3, rank: 1 };
  const second = { id: 'bob', ownerId: 'bob', name: 'Bob', halves: [2], totalHalves: 2, average: 2, rank: 2 };
  const held: StandingsReply = { ...head, rows: [first, second] };

  it('put everyone in their new place', () => {
    const set = [
      { ...first, rank: 2 },
      { ...second, halves: [4], totalHalves: 4, average: 4, rank: 1 },
    ];
    const next = mergeUpdate(held, {
      kind: 'change',
      topic: standingsTopic,
      version: 2,
      set,
      gone: [],
    }) as StandingsReply;
    expect(next.rows.map(({ id }) => id)).toEqual(['bob', 'ann']);
  });

  it('keep the rows if only the head changed', () => {
    const other = { ...head, finishedWeeks: ['w'] };
    const update: TopicUpdate = { kind: 'change', topic: standingsTopic, version: 2, head: other, set: [], gone: [] };
    expect(mergeUpdate(held, update)).toEqual({ ...other, rows: [first, second] });
    const state: TopicUpdate = { kind: 'state', topic: standingsTopic, version: 2, head: other, rows: [first] };
    expect(mergeUpdate(held, state)).toEqual({ ...other, rows: [first] });
  });
});

describe('updates of the own entries', () => {
  const one = { id: 'e1', name: 'Ann', joinedAt: 1 };
  const two = { id: 'e2', name: 'Ann 2', joinedAt: 2 };
  const row = (entryId: string, gid: string, revision: number) => {
    const slot = { kind: 'pick', about: gid } as const;
    return { key: ownSlotKey(entryId, slot), entryId, ...slot, value: { side: 'away' }, revision } as const;
  };
  const held: OwnPicksReply = {
    entries: [one, two],
    picks: [row('e1', 'g1', 3), row('e1', 'g2', 1), row('e2', 'g1', 3)],
  };
  const change = { kind: 'change', topic: picksTopic, version: 2, set: [], gone: [] } as const;

  it('add the picks of another device, and remove those that are gone, entry by entry', () => {
    const update: TopicUpdate = { ...change, set: [row('e1', 'g1', 4)], gone: ['e1 pick g2'] };
    expect(mergeUpdate(held, update)).toEqual({
      entries: [one, two],
      picks: [row('e1', 'g1', 4), row('e2', 'g1', 3)],
    });
  });

  it('never bring back an older pick of the same entry', () => {
    const update: TopicUpdate = { ...change, set: [row('e1', 'g1', 2), row('e2', 'g2', 1)] };
    expect(mergeUpdate(held, update)).toEqual({ entries: [one, two], picks: [...held.picks, row('e2', 'g2', 1)] });
  });

  it('add and remove entries with the head, and keep the picks', () => {
    const next = { ...one, outWeekId: 'w' };
    const three = { ...two, id: 'e3', name: 'Ann 3' };
    expect(mergeUpdate(held, { ...change, head: { entries: [next, three] }, set: [row('e3', 'g1', 1)] })).toEqual({
      entries: [next, three],
      picks: [...held.picks, row('e3', 'g1', 1)],
    });
  });

  it('start with a state', () => {
    const rows = [row('e2', 'g1', 2)];
    const update: TopicUpdate = { kind: 'state', topic: picksTopic, version: 1, head: { entries: [one, two] }, rows };
    expect(mergeUpdate(held, update)).toEqual({ entries: [one, two], picks: rows });
    expect(mergeUpdate(undefined, change)).toBeUndefined();
  });
});
