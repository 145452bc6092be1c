import { expect, it } from 'vitest';
import {
  allWeeksText,
  authorText,
  fromWeekLabel,
  fromWeekText,
  isAnnouncedField,
  newsFor,
  unreadOf,
} from './announcements.ts';

const told = [
  { id: 9, at: 300 },
  { id: 5, at: 200 },
  { id: 2, at: 100 },
];

it.each([
  ['all of them at first', { joinedAt: 0, toldUntil: 0 }, [9, 5, 2]],
  ['those after the last that was read', { joinedAt: 0, toldUntil: 5 }, [9]],
  ['none once all are read', { joinedAt: 0, toldUntil: 9 }, []],
  ['none announced before they joined', { joinedAt: 200, toldUntil: 0 }, [9]],
] as const)('A member is shown %s', (_name, member, ids) => {
  expect(unreadOf(told, member).map(({ id }) => id)).toEqual(ids);
});

it('An announcement contains the rules that changed and why, and no other edits made at the same time', () => {
  expect(['push', 'missed', 'why', 'name', 'description', 'moneyUrl', 'activeWeekId'].filter(isAnnouncedField)).toEqual(
    ['push', 'missed', 'why'],
  );
});

const lockText = 'When picks lock changes from Week 10 on.';
const gamesText = 'Which games are played changes from Week 10 on.';
const bothText = 'When picks lock and which games are played change from Week 10 on.';
const otherText = 'The other changes count for all weeks, also for those that are over.';

it.each([
  ['a deadline', ['deadline'], 'deadline from', lockText, null],
  ['its day and time', ['deadlineDay', 'deadlineTime'], 'deadline from', lockText, null],
  ['the slate', ['slate'], 'games from', gamesText, null],
  ['a day', ['mondayGames'], 'games from', gamesText, null],
  ['a deadline and the slate', ['slate', 'deadline'], 'deadline and games from', bothText, null],
  ['a deadline and points', ['tie', 'deadline'], 'deadline from', lockText, otherText],
  ['all of them', ['tie', 'deadline', 'slate'], 'deadline and games from', bothText, otherText],
])('A late change of %s says only what changed, and for which weeks', (_, rules, label, sentence, allWeeks) => {
  const names = [...rules, 'fromWeek', 'why'];
  expect(fromWeekLabel(names)).toBe(label);
  expect(fromWeekText(names, 'Week 10')).toBe(sentence);
  expect(allWeeksText([names])).toBe(allWeeks);
});

it.each([
  [
    'new rules',
    [
      ['tie', 'why'],
      ['push', 'why'],
    ],
    'New rules count for all weeks, also for those that are over.',
  ],
  [
    'other changes beside one of a deadline',
    [
      ['tie', 'why'],
      ['deadline', 'fromWeek', 'why'],
    ],
    otherText,
  ],
  ['nothing without rules', [['why']], null],
])('Members are told of %s that count for all weeks', (_, changes, expected) => {
  expect(allWeeksText(changes)).toBe(expected);
});

const WEEK_1 = '2026-week1';
const WEEK_2 = '2026-week2';
const prize = (id: number, weekId: string | undefined, before: string | null, after: string) => ({
  id,
  at: id,
  ...(weekId && { weekId }),
  fields: [{ name: 'prize', before, after }],
});
const tablePrize = (id: number, table: string, before: string, after: string) => {
  const { fields, ...rest } = prize(id, undefined, before, after);
  return { ...rest, fields: [...fields, { name: 'sideTable', before: null, after: table }] };
};
const text = (id: number, after: string) => ({
  id,
  at: id,
  fields: [{ name: 'text', before: null as string | null, after }],
});
const off = prize(1, WEEK_1, 'Ann', 'Bob');
const on = prize(2, WEEK_1, 'Bob', 'Ann');
const upset = prize(3, WEEK_1, 'Ann', 'Cy');

it.each([
  ['a prize that changed hands', 0, [off], ['1: Ann → Bob']],
  ['nothing once a prize is back', 0, [on, off], []],
  ['the way back to somebody who read of the way out', 1, [on, off], ['2: Bob → Ann']],
  ['only what is left of several changes', 0, [upset, on, off], ['3: Ann → Cy']],
  ['one change from first to last', 0, [prize(2, WEEK_1, 'Bob', 'Cy'), off], ['2: Ann → Cy']],
  ['each week by itself', 0, [prize(2, WEEK_2, 'Bob', 'Ann'), off], ['2: Bob → Ann', '1: Ann → Bob']],
  ['the season beside a week', 0, [prize(2, undefined, 'Bob', 'Ann'), off], ['2: Bob → Ann', '1: Ann → Bob']],
  ['nothing of a season that is back', 0, [prize(2, undefined, 'B', 'A'), prize(1, undefined, 'A', 'B')], []],
  ['each side table', 0, [tablePrize(2, 'Two', 'B', 'A'), tablePrize(1, 'One', 'A', 'B')], ['2: B → A', '1: A → B']],
  ['nothing of a side table that is back', 0, [tablePrize(2, 'One', 'B', 'A'), tablePrize(1, 'One', 'A', 'B')], []],
  ['what else was announced meanwhile', 0, [on, text(9, 'Hi'), off], ['9: null → Hi']],
  ['the same text twice', 0, [text(2, 'Hi'), text(1, 'Hi')], ['2: null → Hi', '1: null → Hi']],
  [
    'five at most, latest first',
    0,
    [7, 6, 5, 4, 3, 2].map((id) => text(id, 'Hi')),
    [7, 6, 5, 4, 3].map((id) => `${id}: null → Hi`),
  ],
] as const)('A member is told %s', (_name, toldUntil, announcements, expected) => {
  const news = newsFor(announcements, { joinedAt: 0, toldUntil });
  expect(news.map(({ id, fields: [field] }) => `${id}: ${field?.before} → ${field?.after}`)).toEqual(expected);
});

it.each([
  ['a commissioner with their role', { name: 'Alex Rivera', isCommissioner: true }, 'Alex Rivera, commissioner'],
  ['an admin by their name', { name: 'Sam', isCommissioner: false }, 'Sam'],
  ['a closed account by the name that it left', { name: 'Former player', isCommissioner: false }, 'Former player'],
])('An announcement names %s', (_name, author, text) => {
  expect(authorText(author)).toBe(text);
});
