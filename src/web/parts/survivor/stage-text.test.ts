import { expect, test } from 'vitest';
import type { WeekHolder, WeekStage } from '#core/formats/survivor-week.ts';
import type { StageFacts } from './stage-text.ts';
import { stageText } from './stage-text.ts';

const WEEK = '2026-week5';
const holder: WeekHolder = { choice: { gid: 'g', team: 'KC' }, used: new Map(), outWeekId: null };
const inWeek7 = new Map([['KC', '2026-week7']]);

type Some = Partial<WeekHolder> & Partial<Pick<StageFacts, 'result' | 'win'>>;

test.each<[WeekStage, Some, string, RegExp]>([
  ['choose', { choice: null }, 'Choose your team', /^Pick one team to win/],
  ['chosen', {}, 'KC chosen', /change it until its game locks\.$/],
  ['locked', {}, 'KC is your team', /you can't change it\.$/],
  ['won', {}, 'KC won', /made it through/],
  ['lost', {}, 'KC lost', /^It cost you a life\.$/],
  ['lost', { outWeekId: WEEK }, 'KC lost', /^That was your last life, so you're out\./],
  ['lost', { outWeekId: WEEK, win: 'shared' }, 'KC lost', /you share the win\.$/],
  ['lost', { outWeekId: WEEK, win: 'alone' }, 'KC lost', /you had already won the pool\.$/],
  ['tied', {}, 'KC tied', /^A tie counts as a loss\. It cost you a life\.$/],
  ['replace', {}, 'Choose another team', /^KC's game was called off\. You can use KC again another week\.$/],
  ['replace', { used: inWeek7 }, 'Choose another team', /^KC's .* played after all, but you've used KC in Week 7\.$/],
  ['off', {}, "KC doesn't count", /^KC's game was called off\. It doesn't cost you a life\.$/],
  ['off', { used: inWeek7 }, "KC doesn't count", /you've used KC in Week 7\. It doesn't cost you a life\.$/],
  ['off', { used: inWeek7, result: 'lost' }, "KC doesn't count", /you've used KC in Week 7\.$/],
  ['missed', { choice: null }, 'No team this week', /^Every game has locked\. Missing a week costs a life\.$/],
  ['missed', { choice: null, result: 'missed' }, 'No team this week', /^It cost you a life\.$/],
  ['missed', { choice: null, result: 'missed', outWeekId: WEEK }, 'No team this week', /last life, so you're out/],
  ['missed', { choice: null, result: 'missed', outWeekId: WEEK, win: 'shared' }, 'No team this week', /share the win/],
  ['out', { choice: null, outWeekId: '2026-week3' }, 'You went out in Week 3', /still watch/],
  [
    'out',
    { outWeekId: '2026-week3', win: 'shared' },
    'You shared the win',
    /Everyone who was left went out in Week 3\.$/,
  ],
  ['choose', { choice: null, win: 'alone' }, 'You won the pool', /last one standing/],
])('a week that is %s with %j says %j', (stage, { result, win = null, ...some }, title, note) => {
  const text = stageText(stage, WEEK, { holder: { ...holder, ...some }, result, win });
  expect(text.title).toBe(title);
  expect(text.note).toMatch(note);
});

test.each<[WeekStage, string]>([
  ['won', 'text-led-green'],
  ['lost', 'text-led-red'],
  ['missed', 'text-led-red'],
  ['out', 'text-led-red'],
])('a week that is %s is %s', (stage, look) => {
  expect(stageText(stage, WEEK, { holder, result: undefined, win: null }).look).toBe(look);
});
