import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { EspnClient, LONG_RETRY } from '#server/feed/espn/client.ts';
import { LeagueFeed } from '#server/feed/feed.ts';
import { withLeague } from '../tests/direct-league.ts';
import type { EventTraits } from '../tests/espn-samples.ts';
import { aLine, anEvent, aScoreboard, ended, live } from '../tests/espn-samples.ts';
import type { App } from './support/app.ts';
import { checkAxe } from './support/pages.ts';
import { settleResults } from './support/settle.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league', serverEnv: { POOLS: 'everyone' } });

const SEASON = new Date().getUTCFullYear();
const WEEK = `${SEASON}-week1`;
const kickoff = `${new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 16)}Z`;

/** NE at SEA and DAL at PHI, as ESPN reports them at some moment. */
function scoreboard(first: EventTraits, second: EventTraits) {
  const season = { year: SEASON, type: 2 };
  return aScoreboard(
    [
      anEvent({ date: kickoff, season, odds: aLine('SEA -3.5', -3.5), ...first, id: '1' }),
      anEvent({ date: kickoff, season, odds: aLine('PHI -6.5', -6.5), ...second, id: '2', away: 'DAL', home: 'PHI' }),
    ],
    { season: SEASON },
  );
}

/** Lets the league's feed read a reply of ESPN. */
async function feed(app: App, answer: object): Promise<void> {
  const espn = createServer((_, reply) =>
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
  );
  await once(espn.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(`http://127.0.0.1:${(espn.address() as AddressInfo).port}`);
  await withLeague(app.env.DATABASE_URL ?? app.env.DATABASE_FILE ?? '', async ({ store }) => {
    const client = new EspnClient({ url, pauseMs: 1 });
    const league = new LeagueFeed({ store, client, now: Date.now, afterCommit: { changed: () => {} } });
    expect((await league.syncWeek(WEEK, LONG_RETRY)).problems).toEqual([]);
  });
  espn.close();
}

async function signUpOn(page: Page, name: string): Promise<void> {
  for (const [label, text] of [
    ['Display name', name],
    ['Email', `${name.toLowerCase()}@example.com`],
    ['Password', 'Tailgate7'],
    ['Confirm password', 'Tailgate7'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Create account' }).last().click();
}

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });

async function pick(page: Page, ...teams: string[]): Promise<void> {
  for (const team of teams) {
    const side = page.getByRole('button', { name: new RegExp(`\\b${team}\\b`) }).first();
    await side.click();
    await expect(side).toHaveAttribute('aria-pressed', 'true');
  }
}

test('a new user makes a pool with a prize, two others join and talk, and a week is played and paid, without any admin', {
  tag: '@long',
}, async ({ page: mick, app, newPage }) => {
  await feed(app, scoreboard({}, {}));

  await mick.goto('/login');
  await mick
    .getByRole('button', { name: /Create account|Sign up/ })
    .first()
    .click();
  await signUpOn(mick, 'Mick');
  await mick
    .getByRole('main')
    .getByRole('link', { name: /New Pool|Make a pool/ })
    .first()
    .click();
  await mick.getByLabel('Name').fill('Porch Pool');
  await mick.getByText('Pick against the spread:').click();
  await mick.getByRole('button', { name: 'Create pool' }).click();
  const link = await mick.getByRole('textbox', { name: 'Link' }).inputValue();
  await mick.goto('/pool/money');
  await mick.getByRole('button', { name: /Set fee and prizes|Fee and prizes/ }).click();
  await mick.getByLabel('Entry fee').fill('20');
  await mick.getByLabel('1st place of each week').fill('25');
  await mick.getByRole('button', { name: 'Save' }).click();
  await mick.goto('/pool/talk');
  await mick.getByRole('button', { name: 'Turn it on' }).click();
  await mick.goto('/picks');
  await pick(mick, 'SEA', 'PHI');

  const [ann, bob] = [await newPage(), await newPage()];
  for (const [page, name, teams] of [
    [ann, 'Ann', ['NE', 'PHI']],
    [bob, 'Bob', ['SEA', 'DAL']],
  ] as const) {
    await page.goto(link);
    await signUpOn(page, name);
    await pick(page, ...teams);
    await page.goto('/pool/talk');
    await page.getByLabel('Write a message').fill(`Hi, ${name} here. @Mick`);
    await page.getByRole('button', { name: 'Send' }).click();
  }
  await mick.goto('/pool/talk');
  await expect(mick.getByRole('log')).toContainText('Bob here. @Mick');

  await feed(app, scoreboard({ ...live }, { ...live }));
  await feed(app, scoreboard({ ...ended, score: ['20', '21'] }, { ...ended, score: ['10', '24'] }));
  await settleResults(app);
  await expect(mick.getByRole('log')).toContainText('Week 1 is decided. Ann won it with 2 points.');
  await checkAxe(mick);
  await section(ann, 'Money').click();
  await expect(ann.getByRole('region', { name: 'Your money' })).toContainText('$25');
  await checkAxe(ann);
  await section(mick, 'Money').click();
  const prizes = mick.getByRole('region', { name: 'Prizes' });
  await prizes.getByRole('checkbox', { name: /Ann/ }).check();
  await expect(ann.getByRole('region', { name: 'Your money' })).toContainText('$25 paid out');
  await checkAxe(mick);
});
