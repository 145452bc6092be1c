import { describe, expect, it } from 'vitest';
import type { Game } from '#core/types.ts';
import { WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR } from '#tests/core-samples.ts';
import type { GameUpdate } from './sync.ts';
import { mergeUpdate } from './sync.ts';

const KICKOFF = Date.parse('2026-09-13T17:00:00Z');

const known: Game = {
  gid: 'g',
  weekId: WEEK_1,
  kickoff: KICKOFF,
  timeTbd: false,
  lockAt: KICKOFF + 5 * 60_000,
  status: 'In Progress',
  void: null,
  home: 'PHI',
  away: 'DAL',
  homeScore: 7,
  awayScore: 3,
  spread: 2.5,
  frozenSpread: null,
  lineSource: null,
  spreadNote: 'Spread may change',
  situation: 'Q2 3:00',
  weather: '',
  allowSpreadUpdate: true,
  allowTimeUpdate: true,
  setByAdmin: [],
};

interface Rule {
  readonly rule: string;
  readonly game: Partial<Game>;
  readonly update: Partial<GameUpdate>;
  readonly becomes: Partial<Game>;
  /** Hours before the kick-off; 0 by default. */
  readonly ahead?: number;
  readonly mayRegress?: boolean;
}

const notStarted: Partial<Game> = { status: 'Not Started', homeScore: 0, awayScore: 0, situation: 'Regular Season' };
const final: Partial<Game> = { status: 'Final', homeScore: 20, awayScore: 17, situation: 'Final' };

const rules: readonly Rule[] = [
  {
    rule: 'score, situation and weather are news',
    game: {},
    update: { status: 'In Progress', homeScore: 14, awayScore: 3, situation: 'Q2 1:12', weather: 'Rain' },
    becomes: { homeScore: 14, awayScore: 3, situation: 'Q2 1:12', weather: 'Rain' },
  },
  {
    rule: 'what the feed does not know stays',
    game: {},
    update: { homeScore: 14 },
    becomes: { ...known, homeScore: 14, spreadNote: '' },
  },
  {
    rule: 'the status goes forward',
    game: notStarted,
    update: { status: 'In Progress' },
    becomes: { status: 'In Progress' },
  },
  { rule: 'the status may skip a step', game: notStarted, update: final, becomes: final },
  { rule: 'the status never goes back', game: final, update: { status: 'In Progress' }, becomes: final },
  {
    rule: 'an update that is behind the status brings no score and no situation',
    game: final,
    update: { status: 'In Progress', homeScore: 13, awayScore: 17, situation: 'Q4 0:10', weather: 'Rain' },
    becomes: { ...final, weather: 'Rain' },
  },
  {
    rule: 'a final score may be corrected',
    game: final,
    update: { ...final, homeScore: 21 },
    becomes: { homeScore: 21 },
  },
  {
    rule: 'a status that an admin set holds',
    game: { ...final, setByAdmin: ['status'] },
    update: { status: 'In Progress' },
    becomes: { status: 'Final' },
  },
  {
    rule: 'a status that an admin set holds forward, too, and does not hold the score',
    game: { ...notStarted, setByAdmin: ['status'] },
    update: { status: 'In Progress', homeScore: 7 },
    becomes: { status: 'Not Started', homeScore: 7 },
  },
  {
    rule: 'a score that an admin set holds, and does not hold the status',
    game: { setByAdmin: ['score'] },
    update: { status: 'Final', homeScore: 14, awayScore: 10 },
    becomes: { status: 'Final', homeScore: 7, awayScore: 3 },
  },
  { rule: 'a postponed game is void', game: notStarted, update: { void: 'postponed' }, becomes: { void: 'postponed' } },
  {
    rule: 'a postponed game that is played counts again',
    game: { ...notStarted, void: 'postponed' },
    update: { status: 'In Progress', void: null },
    becomes: { status: 'In Progress', void: null },
  },
  {
    rule: 'void is part of the status that an admin set',
    game: { ...notStarted, void: 'cancelled', setByAdmin: ['status'] },
    update: { void: null },
    becomes: { void: 'cancelled' },
  },
  {
    rule: 'the kick-off moves',
    game: notStarted,
    update: { kickoff: KICKOFF + HOUR, timeTbd: true },
    becomes: { kickoff: KICKOFF + HOUR, timeTbd: true },
  },
  {
    rule: 'the kick-off stays where the game does not allow it to move',
    game: { ...notStarted, allowTimeUpdate: false },
    update: { kickoff: KICKOFF + HOUR, timeTbd: true },
    becomes: { kickoff: KICKOFF, timeTbd: false },
  },
  {
    rule: 'a kick-off that an admin set holds',
    game: { ...notStarted, setByAdmin: ['kickoff'] },
    update: { kickoff: KICKOFF + HOUR },
    becomes: { kickoff: KICKOFF },
  },
  {
    rule: 'the line moves until 24 hours before',
    game: notStarted,
    ahead: 24,
    update: { spread: 3 },
    becomes: { spread: 3 },
  },
  {
    rule: 'the line is locked after that',
    game: notStarted,
    ahead: 23.9,
    update: { spread: 3 },
    becomes: { spread: 2.5 },
  },
  {
    rule: 'a line that comes late is locked out',
    game: { ...notStarted, spread: null },
    ahead: 1,
    update: { spread: 3 },
    becomes: { spread: null },
  },
  {
    rule: 'the line locks by the new kick-off',
    game: notStarted,
    ahead: 20,
    update: { kickoff: KICKOFF + 5 * HOUR, spread: 3 },
    becomes: { spread: 3 },
  },
  {
    rule: 'the line stays where the game does not allow it to move',
    game: { ...notStarted, allowSpreadUpdate: false },
    ahead: 48,
    update: { spread: 3 },
    becomes: { spread: 2.5 },
  },
  {
    rule: 'a line that an admin set holds',
    game: { ...notStarted, setByAdmin: ['spread'] },
    ahead: 48,
    update: { spread: 3 },
    becomes: { spread: 2.5 },
  },
  {
    rule: 'a line of a second source stays',
    game: { ...notStarted, lineSource: 'odds-api' },
    ahead: 48,
    update: { spread: 3 },
    becomes: { spread: 2.5, lineSource: 'odds-api' },
  },
  {
    rule: 'a line of a file is followed by that of the feed',
    game: { ...notStarted, lineSource: null },
    ahead: 48,
    update: { spread: 3 },
    becomes: { spread: 3, lineSource: 'espn' },
  },
  { rule: 'an even line is a line', game: notStarted, ahead: 48, update: { spread: 0 }, becomes: { spread: 0 } },
  {
    rule: 'a known line is never lost',
    game: notStarted,
    ahead: 48,
    update: { spread: null },
    becomes: { spread: 2.5 },
  },
  {
    rule: 'the line may change until it is locked, and the note says so',
    game: { ...notStarted, spreadNote: '' },
    ahead: 24,
    update: {},
    becomes: { spreadNote: 'Spread may change' },
  },
  { rule: 'then the note goes', game: notStarted, ahead: 23.9, update: {}, becomes: { spreadNote: '' } },
  {
    rule: 'a note in other words stays',
    game: { ...notStarted, spreadNote: 'Neutral field' },
    update: {},
    becomes: { spreadNote: 'Neutral field' },
  },
  {
    rule: 'a game moves to another week',
    game: notStarted,
    update: { weekId: WEEK_2, kickoff: KICKOFF + 7 * 24 * HOUR },
    becomes: { weekId: WEEK_2, kickoff: KICKOFF + 7 * 24 * HOUR },
  },
  {
    rule: 'not where its time must not move',
    game: { ...notStarted, allowTimeUpdate: false },
    update: { weekId: WEEK_2 },
    becomes: { weekId: WEEK_1 },
  },
  { rule: 'nor once it has begun', game: {}, update: { weekId: WEEK_2 }, becomes: { weekId: WEEK_1 } },
  {
    rule: 'a game under way can be called off, and keeps its status and score',
    game: {},
    update: { void: 'cancelled', situation: 'Cancelled' },
    becomes: { status: 'In Progress', void: 'cancelled', homeScore: 7, situation: 'Cancelled' },
  },
  {
    rule: 'a game that is over cannot',
    game: final,
    update: { void: 'cancelled', situation: 'Cancelled' },
    becomes: { status: 'Final', void: null, situation: 'Final' },
  },
  {
    rule: 'a status that was given back may be turned back',
    game: final,
    mayRegress: true,
    update: { status: 'In Progress', homeScore: 13, awayScore: 17, situation: 'Q4 0:10' },
    becomes: { status: 'In Progress', homeScore: 13, awayScore: 17, situation: 'Q4 0:10' },
  },
];

describe('what a feed may change', () => {
  it.each(rules)('$rule', ({ game, update, becomes, ahead = 0, mayRegress = false }) => {
    const before = { ...known, ...game };
    const after = mergeUpdate(before, { gid: 'g', weekId: WEEK_1, ...update }, KICKOFF - ahead * HOUR, mayRegress);
    expect(after).toMatchObject(becomes);
    const derived = 'spread' in becomes ? ['lineSource'] : [];
    const untouched = Object.keys(known).filter(
      (key) => !derived.includes(key) && !(key in update) && key !== 'spreadNote',
    );
    for (const key of untouched) expect(after[key as keyof typeof after]).toEqual(before[key as keyof Game]);
  });
});
