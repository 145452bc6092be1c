import { expect, test } from 'vitest';
import { leagueSettings } from '#tests/app.ts';
import { personalChannels } from './channels.ts';

test.each([
  ['https://pool.example.org', true],
  ['http://localhost:4280', true],
  ['http://192.168.1.10:4280', false],
])('push is offered where browsers can have it: %s', (url, isOpen) => {
  const push = personalChannels({ ...leagueSettings, publicUrl: new URL(url) }).find(({ name }) => name === 'push');
  expect(push?.isOpen).toBe(isOpen);
});
