/**
 * Plays a season of 18 weeks in pools of each format, and records, one line each, what a member, a commissioner and an admin read by calls
 * and on a live page, and the reply to every write. `node tests/recording/record.ts FILE`. See `compare.ts`.
 */
import './ids.ts';
import { createWriteStream } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import type { TopicKind, TopicRef } from '#contract/live.ts';
import { liveTopics } from '#contract/live.ts';
import { FEE } from '#core/money.ts';
import { noticeKinds } from '#core/notify/kinds.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { createUser } from '#server/accounts/store.ts';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import { createTestApp, TestClock, withMail } from '../app.ts';
import type { Person } from '../builders.ts';
import { addGame, addPerson, addPool } from '../builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '../core-samples.ts';
import { entryIdOf } from '../entry-ids.ts';
import { openPage } from '../live-page.ts';
import { createMailbox } from '../mailbox.ts';
import type { Chosen } from '../pick.ts';
import { tagged } from '../pick.ts';
import { settle } from '../settle.ts';

const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const WEEKS = Array.from({ length: 18 }, (_, at) => `2025-week${at + 1}`);
/** The Sunday of the first week, a year before the other tests', to distinguish it from times of the real clock. */
const FIRST_SUNDAY = SUNDAY_1PM - 52 * WEEK;

const rulesOf = {
  sides: { useSpread: true, tiebreak: 'closest', bestBets: 2, missed: 'favourite', dropWeeks: 1 },
  some: { games: 3, deadline: 'sunday', line: 'frozen', useSpread: true, push: 'half' },
  confidence: { format: 'confidence', tiebreak: 'closest-under', tie: 'half' },
  survivor: { format: 'survivor', lives: 2 },
} as const satisfies Record<string, Partial<PoolRules>>;
type PoolName = keyof typeof rulesOf;
const poolNames = Object.keys(rulesOf) as PoolName[];

/** Home and away of the five games of a week, and their kick-offs after Sunday, 1 PM. */
const schedule = [
  ['PHI', 'DAL', -3 * DAY + 7 * HOUR],
  ['NE', 'NYJ', 0],
  ['CHI', 'GB', 0],
  ['KC', 'LV', 3 * HOUR],
  ['SF', 'LAR', DAY + 7 * HOUR],
] as const;
const reason = 'called in';
const plan = { fee: 2000, week: 500, places: [6000, 3000] };
const often = { burst: Number.POSITIVE_INFINITY, everyMs: 1 };
const limits = { ...personRates, changes: often, calls: often, ofSession: often, refusals: often, openings: often };

const file = process.argv[2];
if (file === undefined) throw new Error('Say which file to write.');
const out = createWriteStream(file);

const ID = /(?=[\w-]*[A-Z\d])[\w-]{22,}/g;
const known = new Map<string, string>();
const started = Date.now();

/** Replaces random values and real times: ids and secrets are numbered in order of appearance. */
function steady(text: string): string {
  return text
    .replaceAll(ID, (id) => {
      if (!known.has(id)) known.set(id, `#${known.size}`);
      return known.get(id) ?? '';
    })
    .replaceAll(/\d{13}/g, (at) => (Math.abs(Number(at) - started) < HOUR ? 'now' : at));
}

function write(line: string): void {
  out.write(`${steady(line).replaceAll('\n', '\\n')}\n`);
}

const clock = new TestClock(FIRST_SUNDAY - 5 * DAY);
const mailbox = createMailbox();
const league = await createTestApp('sqlite', {
  clock,
  personLimits: createPersonLimits(limits),
  settings: withMail,
  transport: mailbox.transport,
});
await league.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = league.app.server.address() as AddressInfo;
const { deps, store } = league;

const person = (name: string, isAdmin = false) => addPerson(deps, { name, isAdmin });
const admin = await person('Alex', true);
const chris = await person('Chris');
const players = [await person('Ann'), await person('Bob'), await person('Dana'), await person('Eve')];
const bob = players[1] as Person;
const readers = { bob, chris, admin };
const newcomer = await person('Olga');
const withoutAccount = (displayName: string) => createUser(store.db, { displayName, accountId: null }, clock.now());
const paper = await withoutAccount('Paper Pete');
/** Linked to a member, and to a non-member. */
const linked = { sides: await withoutAccount('Paper Rae'), confidence: await withoutAccount('Paper Sam') };
const pools = {} as Record<PoolName, string>;
for (const name of poolNames) {
  const members = [...players, chris, { userId: paper }];
  if (name === 'sides' || name === 'confidence') members.push({ userId: linked[name] });
  pools[name] = await addPool(deps, { name, rules: rulesOf[name], weeks: WEEKS, members, commissioners: [chris] });
  clock.advance(1000);
}
const gids: string[][] = [];
for (const [week, weekId] of WEEKS.entries()) {
  const ofWeek: string[] = [];
  for (const [game, [home, away, after]] of schedule.entries()) {
    const gid = `${weekId}-${game}`;
    const teams = (week + game) % 2 === 0 ? { home, away } : { home: away, away: home };
    await addGame(deps, {
      gid,
      weekId,
      ...teams,
      kickoff: FIRST_SUNDAY + week * WEEK + after,
      spread: (game - 2) * 1.5,
    });
    ofWeek.push(gid);
  }
  gids.push(ofWeek);
}

/** Makes a call, waits for its effects, and records the reply. */
async function call(who: string, as: Person, method: string, path: string, body?: unknown): Promise<void> {
  const reply = await league.app.inject({
    method: method as 'GET',
    url: path,
    headers: { 'sec-fetch-site': 'same-origin', cookie: as.cookie },
    ...(body !== undefined && { payload: body as object }),
  });
  await deps.afterCommit.idle();
  if (method !== 'GET') clock.advance(1000);
  write(
    `${who} ${method} ${path} ${body === undefined ? '' : JSON.stringify(body)} -> ${reply.statusCode} ${reply.body}`,
  );
}

/** Routes about one user or entry. */
const OF_SOMEBODY = /:userId|:playerId|:entryId/;
const reads = (Object.keys(routeTable) as RouteName[]).filter(
  (name) => name.startsWith('GET ') && !/sessions|token|healthz|readyz|push|security/.test(name),
);

/** Turns on all notifications by mail for the readers. */
async function wantMail(): Promise<void> {
  for (const [who, as] of Object.entries(readers)) {
    await store.db.updateTable('accounts').set({ emailVerified: 1 }).where('id', '=', as.accountId).execute();
    for (const kind of noticeKinds)
      await call(who, as, 'PATCH', '/api/notifications', { choice: { kind, channel: 'mail', wanted: true } });
  }
}

let mailsRead = 0;

/** Records the mails sent since the last call. */
async function readMails(): Promise<void> {
  await deps.notify.jobs.tick();
  await deps.notify.mailer.idle();
  for (const { to, subject, text, html } of mailbox.mails.slice(mailsRead))
    write(`mail to ${to} ${subject}: ${text} ${html}`);
  mailsRead = mailbox.mails.length;
}

/** Records everything that the readers can read of a week. */
async function readAll(week: number): Promise<void> {
  await readMails();
  for (const route of reads) {
    const path = route.slice(4);
    const ofPools = /:poolId|:entryId/.test(path) ? poolNames.map((name) => pools[name]) : [''];
    for (const poolId of ofPools) {
      const userIds = OF_SOMEBODY.test(path) ? [bob.userId, paper] : [''];
      for (const userId of userIds) {
        const filled = path
          .replace(':poolId', poolId)
          .replace(':weekId', WEEKS[week] ?? '')
          .replace(':playerId', paper)
          .replace(':entryId', entryIdOf(poolId, userId))
          .replace(':userId', userId)
          .replace(':gid', gids[week]?.[0] ?? '')
          .replace(':abbr', 'KC');
        for (const [who, as] of Object.entries(readers)) await call(who, as, 'GET', filled);
      }
    }
  }
  for (const [who, as] of Object.entries(readers)) {
    const page = await openPage(port, { as });
    for (const name of poolNames) {
      const topics = topicsOf(pools[name], WEEKS[week] ?? '');
      await page.watching(...topics);
      for (const topic of topics) {
        const { version: _, ...state } = page.state(topic) ?? { version: 0 };
        write(`page of ${who} ${JSON.stringify(topic)} ${page.refusal(topic)} ${JSON.stringify(state)}`);
      }
    }
    await page.close();
  }
}

function topicsOf(poolId: string, weekId: string): TopicRef[] {
  return (Object.keys(liveTopics) as TopicKind[]).map((kind): TopicRef => {
    if (kind === 'games') return { kind, weekId };
    if (kind === 'matchup' || kind === 'activePlayers') return { kind, poolId, weekId };
    return { kind, poolId };
  });
}

/** A deterministic number. */
const drawn = (...numbers: number[]): number => numbers.reduce((sum, each) => (sum * 31 + each * 17 + 7) % 1009, 3);
const sideOf = (...numbers: number[]): Side => (drawn(...numbers) % 2 === 0 ? 'home' : 'away');

/** Enters the players' own picks, some of them changed or taken back, and bus picks. */
async function enter(week: number): Promise<void> {
  const weekId = WEEKS[week] ?? '';
  const games = gids[week] ?? [];
  const last = games.at(-1) ?? '';
  for (const [at, as] of players.entries()) {
    if (drawn(at, week) % 7 === 0) continue;
    for (const name of ['sides', 'some'] as const) {
      for (const [game, gid] of games.entries()) {
        if (drawn(at, week, game) % 5 === 0) continue;
        const best = name === 'sides' && game > 2 ? { best: true } : {};
        await pick(as, name, { gid, side: sideOf(at, week, game), ...best });
        if (drawn(at, week, game) % 4 === 0) await pick(as, name, { gid, side: null });
        if (drawn(at, week, game) % 8 === 0) await pick(as, name, { gid, side: 'home' });
      }
    }
    for (const name of ['sides', 'confidence'] as const)
      await pick(as, name, { weekId, gid: last, total: 30 + (drawn(week, at) % 30) });
    for (const [game, gid] of games.entries()) await pick(as, 'confidence', { gid, side: sideOf(week, game, at) });
    await pick(as, 'confidence', {
      weekId,
      order: games.map((_, game) => games[(game + at + week) % games.length] ?? ''),
    });
    await pick(as, 'survivor', { weekId, gid: games[at % 5] ?? '', team: teamOf(week, at % 5, drawn(at, week)) });
  }
  await enterFor(week, paper);
  if (week < 3) await enterFor(week, linked.sides);
  if (week < 5) await enterFor(week, linked.confidence);
  if (week % 3 === 0) await enterFor(week, (players[3] as Person).userId);
  await pay(week);
}

function teamOf(week: number, game: number, chance: number): string {
  const [home, away] = schedule[game] ?? schedule[0];
  return chance % 2 === week % 2 ? home : away;
}

/** A player's own choices for their first entry. */
async function pick(as: Person, name: PoolName, ...choices: Chosen[]): Promise<void> {
  await pickFor([as.name, as], entryIdOf(pools[name], as.userId), choices);
}

async function pickFor([who, as]: [string, Person], entryId: string, choices: readonly Chosen[]): Promise<void> {
  await call(who, as, 'PUT', `/api/entries/${entryId}/picks`, { picks: choices.map(tagged) });
}

/** Enters picks that are mostly refused: by non-members, for other users, of unknown games, or based on an older pick. */
async function enterAmiss(week: number): Promise<void> {
  const weekId = WEEKS[week] ?? '';
  const [first = '', ...others] = gids[week] ?? [];
  for (const [who, as] of Object.entries({ ...readers, Olga: newcomer })) {
    for (const name of poolNames) {
      const last = others.at(-1) ?? '';
      const amiss = (basedOn?: number): Chosen[] => [
        ...[first, 'gone', ...others].map((gid) => ({ gid, side: 'away' as const, basedOn })),
        { weekId, gid: last, total: 50, basedOn },
        { weekId, order: [first], basedOn },
        { weekId, gid: first, team: 'KC', basedOn },
        { weekId, team: null, basedOn },
      ];
      for (const userId of [as.userId, paper])
        for (const basedOn of [undefined, 0, 9])
          for (const choice of amiss(basedOn)) await pickFor([who, as], entryIdOf(pools[name], userId), [choice]);
      await pickFor([who, as], entryIdOf(pools[name], as.userId), amiss());
    }
  }
}

/** Enters the commissioner's picks for a user. */
async function enterFor(week: number, userId: string): Promise<void> {
  const weekId = WEEKS[week] ?? '';
  const games = gids[week] ?? [];
  const bus = (name: PoolName) => `bus/${entryIdOf(pools[name], userId)}`;
  for (const name of ['sides', 'confidence'] as const) {
    for (const [game, gid] of games.entries())
      await call('chris', chris, 'PUT', `/api/pools/${pools[name]}/picks/${gid}/${bus(name)}`, {
        side: sideOf(game, week),
        reason,
      });
    const guess = { gid: games.at(-1), guess: 41, reason };
    await call('chris', chris, 'PUT', `/api/pools/${pools[name]}/weeks/${weekId}/guess/${bus(name)}`, guess);
  }
  for (const name of ['confidence', 'survivor'] as const) {
    const entry =
      name === 'confidence' ? { order: games.toReversed() } : { gid: games[4], team: teamOf(week, 4, week) };
    await call('chris', chris, 'PUT', `/api/pools/${pools[name]}/weeks/${weekId}/entry/${bus(name)}`, {
      entry,
      reason,
    });
  }
}

/** The commissioner records a paid fee and, in the first week, the money plan. */
async function pay(week: number): Promise<void> {
  const path = `/api/pools/${pools.sides}/money`;
  const none = { fee: 0, week: 0, places: [] };
  if (week === 0) await call('chris', chris, 'PUT', `${path}/plan`, { plan, seen: none });
  const { userId } = players[week % players.length] as Person;
  const payment = { purpose: FEE, cents: week * 500, seen: { paid: 0, due: plan.fee } };
  await call('chris', chris, 'PUT', `${path}/payments/${entryIdOf(pools.sides, userId)}`, payment);
}

async function edit(gid: string, change: object): Promise<void> {
  await call('admin', admin, 'PATCH', `/api/games/${gid}`, change);
}

/** A week from Tuesday to Monday night. */
async function play(week: number): Promise<void> {
  const sunday = FIRST_SUNDAY + week * WEEK;
  const games = gids[week] ?? [];
  const [first = '', second = '', third = '', fourth = '', last = ''] = games;
  clock.set(sunday - 5 * DAY);
  write(`--- ${WEEKS[week]}, Tuesday`);
  for (const name of ['sides', 'confidence'] as const)
    await call('chris', chris, 'PUT', `/api/pools/${pools[name]}/weeks/${WEEKS[week]}/tiebreak`, { gid: last });
  await edit(second, { spread: -3 });
  await enter(week);
  if (week % 6 === 0) await enterAmiss(week);
  for (const name of poolNames)
    await call('chris', chris, 'POST', `/api/pools/${pools[name]}/weeks/${WEEKS[week]}/reminders`);
  if (week === 3) await edit(third, { void: 'postponed' });
  if (week === 7) await edit(fourth, { kickoff: sunday + 4 * HOUR });
  await settle(league);
  await readAll(week);

  clock.set(sunday - 2 * DAY);
  write(`--- ${WEEKS[week]}, Friday: the first game is locked`);
  await pick(players[0] as Person, 'sides', { gid: first, side: 'home' });
  const ofBob = `bus/${entryIdOf(pools.sides, bob.userId)}`;
  await call('chris', chris, 'PUT', `/api/pools/${pools.sides}/picks/${first}/${ofBob}`, { side: 'away', reason });
  await edit(first, { status: 'Final', homeScore: 20 + (week % 5), awayScore: 17 + (week % 7) });
  await settle(league);
  await readAll(week);

  clock.set(sunday + HOUR);
  write(`--- ${WEEKS[week]}, Sunday: games run`);
  for (const gid of [second, third]) await edit(gid, { status: 'In Progress', homeScore: 7, awayScore: 3 });
  // Before its kick-off.
  if (week % 4 === 1) await edit(fourth, { status: 'In Progress' });
  for (const as of players) await pick(as, 'sides', { gid: fourth, side: 'away', best: true });
  await settle(league);
  await readAll(week);

  clock.set(sunday + 2 * DAY - 5 * HOUR);
  write(`--- ${WEEKS[week]}, Monday night: all is decided`);
  for (const [game, gid] of [second, third, fourth, last].entries()) {
    const [homeScore, awayScore] = [
      drawn(week, game) % 40,
      week % 6 === game ? drawn(week, game) % 40 : drawn(game, week) % 40,
    ];
    await edit(gid, { status: 'Final', homeScore, awayScore });
  }
  if (week === 10) await edit(third, { void: 'cancelled' });
  await settle(league);
  clock.advance(20 * MINUTE);
  if (week % 5 === 2) await edit(second, { homeScore: 50 });
  await deps.notify.results.check();
  await settle(league);
  await readAll(week);
}

/** After the season, entries of players without an account are linked, and the links undone. */
async function link(): Promise<void> {
  const accounts = { sides: players[3] as Person, confidence: newcomer };
  const paths = (['sides', 'confidence'] as const).map((name) => {
    const path = `/api/entries/${entryIdOf(pools[name], linked[name])}/link`;
    return { path, account: accounts[name].userId };
  });
  for (const { path, account } of paths) await call('admin', admin, 'POST', `${path}/${account}`);
  await settle(league);
  await readAll(WEEKS.length - 1);
  for (const { path } of paths) await call('admin', admin, 'DELETE', path, { reason });
  await settle(league);
  await readAll(WEEKS.length - 1);
}

await wantMail();
for (const week of WEEKS.keys()) await play(week);
await link();
out.end();
await finished(out);
await league.close();
