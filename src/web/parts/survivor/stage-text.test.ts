import { expect, test } from 'vitest';
import type { WeekHolder, WeekStage } from '#core/formats/survivor-week.ts';
import { stageText } from './stage-text.ts';

const WEEK = '2026-week5';
const holder: WeekHolder = { choice: { gid: 'g', team: 'KC' }, used: new Map(), outWeekId: null };

test.each<[WeekStage, Partial<WeekHolder>, string, RegExp]>([
  ['choose', { choice: null }, 'Choose your team', /One team to win/],
  ['chosen', {}, 'KC chosen', /Tap KC to take it back/],
  ['locked', {}, 'KC is your team', /this choice stays/],
  ['won', {}, 'KC won', /made it through/],
  ['lost', {}, 'KC lost', /^It cost you a life\.$/],
  ['lost', { outWeekId: WEEK }, 'KC lost', /your last life/],
  ['tied', {}, 'KC tied', /like a loss\. It cost you a life\.$/],
  ['replace', {}, 'Choose another team', /^KC's game was called off\. You have that team back/],
  ['off', {}, "KC doesn't count", /^KC's game was called off\. It costs no life\.$/],
  [
    'off',
    { used: new Map([['KC', '2026-week7']]) },
    "KC doesn't count",
    /KC is your team of Week 7\. It costs no life\.$/,
  ],
  ['missed', { choice: null }, 'No team this week', /costs a life/],
  ['out', { choice: null, outWeekId: '2026-week3' }, 'You went out in Week 3', /still watch/],
])('a week that is %s with %j says %j', (stage, some, title, note) => {
  const text = stageText(stage, WEEK, { ...holder, ...some });
  expect(text.title).toBe(title);
  expect(text.note).toMatch(note);
});
