import { expect, test } from 'vitest';
import type { WeekHolder, WeekStage } from '#core/formats/survivor/week.ts';
import type { StageFacts } from './team-week.ts';
import { stageText } from './team-week.ts';

const WEEK = '2026-week5';
const holder: WeekHolder = { choice: { gid: 'g', team: 'KC' }, used: new Map(), outWeekId: null };
const secondChance = { outWeekId: '2026-week3', hasSecondChance: true };
const inWeek3 = new Map([['KC', '2026-week3']]);
const inWeek7 = new Map([['KC', '2026-week7']]);

type Some = Partial<WeekHolder> & Partial<Pick<StageFacts, 'result' | 'win' | 'live'>>;

test.each<[WeekStage, Some, string, RegExp]>([
  [
    'choose',
    { choice: null },
    'Choose your team',
    /^Pick one team to win this week\. A loss, a tie or no team at all puts you out\.$/,
  ],
  ['chosen', {}, 'KC chosen', /change it until its game locks\.$/],
  ['locked', {}, 'KC is your team', /you can't change it\.$/],
  ['locked', { live: 'ahead' }, 'KC is winning', /^Its game has locked/],
  ['locked', { live: 'level' }, 'KC is level', /^A tie puts you out\./],
  ['locked', { live: 'behind' }, 'KC is losing', /^Its game has locked/],
  ['won', {}, 'KC won', /made it through/],
  ['lost', {}, 'KC lost', /^That puts you out\.$/],
  ['lost', { outWeekId: WEEK }, 'KC lost', /^That put you out\. You can still watch how it ends\.$/],
  ['lost', { outWeekId: WEEK, win: 'shared' }, 'KC lost', /you share the win\.$/],
  ['lost', { outWeekId: WEEK, win: 'alone' }, 'KC lost', /you had already won the pool\.$/],
  ['lost', { result: 'spared' }, 'KC lost', /nobody who was left was safe, so it cost you nothing\.$/],
  ['lost', { result: 'pending' }, 'KC lost', /^It puts you out, unless nobody who is left is safe/],
  ['missed', { choice: null, result: 'spared' }, 'No team this week', /it cost you nothing\.$/],
  ['tied', {}, 'KC tied', /^A tie counts as a loss\. That puts you out\.$/],
  ['replace', {}, 'Choose another team', /^KC's game was called off\. You can use KC again another week\.$/],
  ['replace', { used: inWeek7 }, 'Choose another team', /^KC's .* played after all, but you've used KC in Week 7\.$/],
  [
    'replace',
    { used: inWeek3 },
    'Choose another team',
    /^KC's game in Week 3 was played after all, so .* in Week 3\.$/,
  ],
  ['off', {}, "KC doesn't count", /^KC's game was called off\. It costs you nothing\.$/],
  ['off', { used: inWeek7 }, "KC doesn't count", /you've used KC in Week 7\. It costs you nothing\.$/],
  ['off', { used: inWeek7, result: 'lost' }, "KC doesn't count", /you've used KC in Week 7\.$/],
  ['missed', { choice: null }, 'No team this week', /^Every game has locked\. Missing a week puts you out\.$/],
  ['missed', { choice: null, result: 'missed' }, 'No team this week', /^That puts you out\.$/],
  ['missed', { choice: null, result: 'missed', outWeekId: WEEK }, 'No team this week', /^That put you out\./],
  ['missed', { choice: null, result: 'missed', outWeekId: WEEK, win: 'shared' }, 'No team this week', /share the win/],
  ['missed', { choice: null, result: 'out' }, 'No team this week', /^You bought back in after its last lock, so it/],
  ['lost', { result: 'out' }, "KC doesn't count", /^You bought back in after its last lock, so it/],
  ['out', { choice: null, outWeekId: '2026-week3' }, 'You went out in Week 3', /still watch/],
  [
    'out',
    { outWeekId: '2026-week3', win: 'shared' },
    'You shared the win',
    /Everyone who was left went out in Week 3\.$/,
  ],
  ['choose', { choice: null, ...secondChance }, 'Choose your team', /^You are out, but a side table counts/],
  ['won', secondChance, 'KC won', /^It counts in a side table\.$/],
  ['locked', { ...secondChance, live: 'level' }, 'KC is level', /^Its game has locked/],
  ['lost', secondChance, 'KC lost', /^You are out already, so it cost you nothing\.$/],
  ['missed', { choice: null, ...secondChance }, 'No team this week', /it cost you nothing\.$/],
  ['choose', { choice: null, win: 'alone' }, 'You won the pool', /last one standing/],
])('a week that is %s with %j says %j', (stage, { result, win = null, live = null, ...some }, title, note) => {
  const text = stageText(stage, WEEK, { holder: { ...holder, ...some }, result, win, live });
  expect(text.title).toBe(title);
  expect(text.note).toMatch(note);
});

test.each<[WeekStage, Partial<StageFacts>, string, string]>([
  [
    'choose',
    {},
    'Choose your first team',
    'Pick two teams to win this week, from different games. A loss, a tie or a missing team puts you out.',
  ],
  [
    'choose',
    { isSecond: true },
    'Choose your second team',
    'Pick a team from another game to win this week. A loss, a tie or a missing team puts you out.',
  ],
  ['won', {}, 'KC won', 'It cost you nothing.'],
  ['lost', {}, 'KC lost', 'That puts you out.'],
  ['missed', { isSecond: true }, 'No second team this week', 'Every game has locked. Missing a team puts you out.'],
])('a team of two that is %s with %j says %j and %j', (stage, facts, title, note) => {
  const rules = { twoTeamsFrom: 5 } as const;
  expect(stageText(stage, WEEK, { holder, result: undefined, win: null, live: null, rules, ...facts })).toMatchObject({
    title,
    note,
  });
});

test('a safe tie of a player who is out counts in a side table', () => {
  const facts = { holder: { ...holder, ...secondChance }, result: undefined, win: null, live: null };
  const { note } = stageText('tied', WEEK, { ...facts, rules: { survivorTie: 'wins' } });
  expect(note).toBe('A tie is safe. It counts in a side table.');
});

test.each<[WeekStage, Some, RegExp]>([
  ['choose', { choice: null }, /no team at all costs a life\.$/],
  ['locked', { live: 'level' }, /^A tie costs a life\./],
  ['lost', {}, /^That costs a life\.$/],
  ['lost', { result: 'pending' }, /^It takes your last life, unless/],
  ['lost', { outWeekId: WEEK }, /^That was your last life\. You can still watch/],
  ['missed', { choice: null }, /Missing a week costs a life\.$/],
])('in a pool with more lives than one, a week that is %s with %j says that a loss costs one', (stage, some, note) => {
  const { result, win = null, live = null, ...held } = some;
  const facts = { holder: { ...holder, ...held }, result, win, live, rules: { lives: 2 } } as const;
  expect(stageText(stage, WEEK, facts).note).toMatch(note);
});

test('a week says that the list of its player steps in', () => {
  const facts = { holder: { ...holder, choice: null }, result: undefined, win: null, live: null, hasList: true };
  expect(stageText('choose', WEEK, facts).note).toBe(
    "Pick one team to win this week. A loss or a tie puts you out. If you don't choose, your list steps in.",
  );
});

test.each<[WeekStage, StageFacts['live'], string]>([
  ['locked', null, 'text-led-green'],
  ['locked', 'ahead', 'text-led-green'],
  ['locked', 'level', ''],
  ['locked', 'behind', 'text-led-red'],
  ['won', null, 'text-led-green'],
  ['lost', null, 'text-led-red'],
  ['missed', null, 'text-led-red'],
  ['out', null, 'text-led-red'],
])('a week that is %s, with its team %s, is %j', (stage, live, look) => {
  expect(stageText(stage, WEEK, { holder, result: undefined, win: null, live }).look).toBe(look);
});

test.each<[WeekStage, Some, StageFacts['rules'], string, RegExp, string]>([
  [
    'choose',
    { choice: null },
    { goal: 'lose' },
    'Choose your team',
    /^Pick one team to lose .* A win, a tie or no team/,
    'text-led-red',
  ],
  [
    'choose',
    { choice: null },
    { survivorTie: 'wins' },
    'Choose your team',
    /^Pick one team to win .* A loss or no team/,
    'text-led-red',
  ],
  ['won', {}, { goal: 'lose' }, 'KC lost', /made it through/, 'text-led-green'],
  ['lost', {}, { goal: 'lose' }, 'KC won', /^That puts you out\.$/, 'text-led-red'],
  ['tied', {}, { goal: 'lose' }, 'KC tied', /^A tie is not safe\. That puts you out\.$/, 'text-led-red'],
  ['tied', {}, { survivorTie: 'wins' }, 'KC tied', /^A tie is safe\. You made it through/, 'text-led-green'],
  ['locked', { live: 'ahead' }, { goal: 'lose' }, 'KC is winning', /^Its game has locked/, 'text-led-red'],
  ['locked', { live: 'behind' }, { goal: 'lose' }, 'KC is losing', /^Its game has locked/, 'text-led-green'],
  ['locked', { live: 'level' }, { survivorTie: 'wins' }, 'KC is level', /^A tie is safe\./, ''],
  [
    'off',
    { used: inWeek7 },
    { teamUses: 2 },
    "KC doesn't count",
    /^You've used KC twice, in games that kick off first\./,
    '',
  ],
])(
  'a week that is %s with %j and the rules %j says %j',
  (stage, { result, win = null, live = null, ...some }, rules, title, note, look) => {
    const text = stageText(stage, WEEK, { holder: { ...holder, ...some }, result, win, live, ...(rules && { rules }) });
    expect(text).toMatchObject({ title, look });
    expect(text.note).toMatch(note);
  },
);

const offer = { act: 'buy', weekId: '2026-week3', until: 'Thu, 8:20 PM' } as const;

test.each<[WeekStage, Partial<StageFacts>, Some, string]>([
  [
    'out',
    { offer, rules: { buyBackBy: 'owner' } },
    { choice: null, outWeekId: '2026-week3' },
    "You're out, but you can buy back in until Thu, 8:20 PM.",
  ],
  [
    'out',
    { offer, rules: { buyBackBy: 'commissioner' } },
    { choice: null, outWeekId: '2026-week3' },
    "You're out, but a commissioner can buy you back in until Thu, 8:20 PM. Ask a commissioner.",
  ],
  [
    'lost',
    { offer: { ...offer, weekId: WEEK }, rules: { buyBackBy: 'owner' } },
    { outWeekId: WEEK },
    "You're out, but you can buy back in until Thu, 8:20 PM.",
  ],
  [
    'choose',
    { offer, rules: { buyBackBy: 'owner' } },
    { choice: null, ...secondChance },
    "You're out, but you can buy back in until Thu, 8:20 PM. A side table counts the teams that you choose until then.",
  ],
  ['lost', { boughtBack: [WEEK] }, {}, 'That put you out, but you bought back in.'],
  ['lost', { boughtBack: ['2026-week3'] }, {}, 'That puts you out.'],
])('a week that is %s, with %j, says how to come back', (stage, facts, some, note) => {
  const text = stageText(stage, WEEK, {
    holder: { ...holder, ...some },
    result: undefined,
    win: null,
    live: null,
    ...facts,
  });
  expect(text.note).toBe(note);
});
