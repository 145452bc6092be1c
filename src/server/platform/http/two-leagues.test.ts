import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import type { TopicKind, TopicRef } from '#contract/live.ts';
import { liveTopics } from '#contract/live.ts';
import type { Wish } from '#contract/picks.ts';
import type { Access } from '#contract/route.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { hookTopicNames } from '#core/hooks/hooks.ts';
import type { HookKind } from '#core/hooks/kinds.ts';
import { hookKinds } from '#core/hooks/kinds.ts';
import { channelNames, noticeKinds } from '#core/notify/kinds.ts';
import { slotKey } from '#core/pick.ts';
import type { RuleName } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleChoices, ruleNames, rulesWith } from '#core/rules/pool-rules.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addWeeks } from '#server/game-changes/store.ts';
import type { Outside } from '#server/platform/outside.ts';
import { createUser } from '#server/users/store.ts';
import { table } from '#tests/access-table.ts';
import type { TestApp, TestDatabase } from '#tests/app.ts';
import { createTestApp, newDatabase, newTables, TestClock, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, removeMember, setEnabled, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { header } from '#tests/cli-league.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { openPage } from '#tests/live-page.ts';
import { isLong } from '#tests/long.ts';
import { createMailbox } from '#tests/mailbox.ts';
import type { Chosen } from '#tests/pick.ts';
import { wish } from '#tests/pick.ts';
import { runCli } from '#tests/run-cli.ts';
import type { GameName, SealedName, SealedPool, SealedThing } from '#tests/sealed-things.ts';
import { allSealedNames, orderOf, sealedNames, sealedThings, teamOf, WEEK_3 } from '#tests/sealed-things.ts';
import { settle } from '#tests/settle.ts';
import { until } from '#tests/until.ts';
import { createPersonLimits, personRates } from './limits.ts';

const BEGIN = SUNDAY_1PM - 24 * HOUR;
const WEEK = 7 * 24 * HOUR;
/** How long it may take to play both leagues, in ms. */
const PLAYED_WITHIN = 15 * MINUTE;
const REMINDED_AT = SUNDAY_1PM + 5 * MINUTE - 3 * HOUR;
const EARLY_OVER = SUNDAY_1PM + 3 * HOUR;
/** All games of the three weeks are locked. */
const ALL_LOCKED = SUNDAY_1PM + 3 * WEEK;

const games: Readonly<Record<GameName, Partial<GameWrite>>> = {
  early: { home: 'PHI', away: 'DAL' },
  off: { home: 'NE', away: 'NYJ', kickoff: SUNDAY_1PM + 6 * HOUR },
  postponed: { home: 'CHI', away: 'GB', kickoff: SUNDAY_1PM + 6 * HOUR },
  late: { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 6 * HOUR },
  last: { home: 'SF', away: 'LAR', kickoff: SUNDAY_1PM + 7 * HOUR },
  second: { home: 'SF', away: 'SEA', weekId: WEEK_2, kickoff: SUNDAY_1PM + WEEK },
  third: { home: 'KC', away: 'LAR', weekId: WEEK_3, kickoff: SUNDAY_1PM + 2 * WEEK },
};

/** Where something is read: in the pool of a sealed thing, or beside all of them. */
type Place = SealedName | 'the league';

/** What both leagues begin with. */
interface Origin {
  readonly database: TestDatabase;
  readonly gids: Readonly<Record<GameName, string>>;
  readonly pools: Readonly<Record<SealedName, SealedPool & { readonly hookIds: readonly string[] }>>;
  readonly ann: Person;
  readonly dana: Person;
  readonly commissioner: Person;
  readonly admin: Person;
  /** Everybody who reads, but for the one whose own things differ. What linked players entered is sealed to Dana, too. */
  readonly readers: Readonly<Record<string, Person | undefined>>;
  readonly calendar: string;
}

const everywhere: readonly Place[] = [...sealedNames, 'the league'];

/** Everything that people read, hear and are answered, by where and what it is. */
type VisibleTexts = ReadonlyMap<Place, readonly string[]>;

/** Ids and secrets that both leagues know. */
let known = '';

const knownIds = new Map<string, boolean>();

function isKnown(id: string): boolean {
  const found = knownIds.get(id) ?? known.includes(id);
  knownIds.set(id, found);
  return found;
}

/**
 * Without what says nothing: ids and secrets of what is new, which are chance, and numbers of rows of a log, which count what happened
 * in other pools, too.
 */
function steady(text: string): string {
  return (
    text
      // A receipt's list is in the order of hashed ids.
      .replaceAll(/((?:owner|name)\\*",\\*")(?:\d+ \w+|closed)/g, '$1new')
      .replaceAll(/whsec_[^"]+|(?=[\w-]*[A-Z\d])[\w-]{22,}/g, (id) => (isKnown(id) ? id : 'new'))
      .replaceAll(/"(id|next)":\d+/g, '"$1":0')
  );
}

/** Takes down what one league says. */
class Listener {
  readonly texts = new Map<Place, string[]>(everywhere.map((place) => [place, []]));

  add(place: Place, what: string, text: string): void {
    this.texts.get(place)?.push(`${what}: ${steady(text)}`);
  }

  /** Of messages, each about one pool, that are under way at once. */
  addAll(what: string, texts: readonly string[], placeOf: (text: string) => Place): void {
    for (const text of [...texts].sort()) this.add(placeOf(text), what, text);
  }
}

/** One of the two leagues, while it is played. */
interface Play {
  readonly league: TestApp;
  listener: Listener;
  /** Notes the mails, push messages and calls of hooks since the last time. */
  noteMessages(): Promise<void>;
  close(): Promise<void>;
}

const routes = Object.keys(routeTable) as RouteName[];
const reads = routes.filter((name) => name.startsWith('GET '));
const writes = routes.filter((name) => !name.startsWith('GET '));
const isOfPool = (name: RouteName) => /:poolId|:playerId|:entryId/.test(name);

const changeOfRules: RouteName = 'PATCH /api/pools/:poolId';
const rulesOfEntries: readonly RuleName[] = [
  'format',
  'lives',
  'goal',
  'survivorTie',
  'teamUses',
  'teamsAgainAfter',
  'deadline',
  'games',
  'missed',
  'bestBets',
  'tiebreak',
  'twoTeamsFrom',
  'weekly',
  'scale',
];
/** After these there is less to see, or the same names twice. */
const atTheEnd: readonly RouteName[] = [
  'PUT /api/pools/:poolId/members/:userId',
  'PUT /api/pools/:poolId/weeks/:weekId',
  'DELETE /api/pools/:poolId/weeks',
  'DELETE /api/entries/:entryId',
  'POST /api/pools/:poolId/duplicate',
  'POST /api/pools/:poolId/again',
  'DELETE /api/pools/:poolId',
];
const linking: RouteName = 'POST /api/entries/:entryId/link/:userId';
const undoing: RouteName = 'DELETE /api/entries/:entryId/link';
/** These clear guesses, and are refused once the week has locked. */
const tiebreakChanges: readonly RouteName[] = [
  'PUT /api/pools/:poolId/weeks/:weekId/tiebreak',
  'PUT /api/pools/:poolId/weeks/:weekId/slate',
];
/** By its owner, and with a reason by a commissioner. */
const picking: RouteName = 'PUT /api/entries/:entryId/picks';
/** A reader who may call what has an access. */
const mayCall: Readonly<Record<Access, string>> = {
  anyone: 'bob',
  account: 'bob',
  user: 'bob',
  member: 'bob',
  commissioner: 'commissioner',
  admin: 'admin',
};
const hookAddresses: Readonly<Record<HookKind, string>> = {
  discord: 'https://discord.com/api/webhooks/1/',
  slack: 'https://hooks.slack.com/services/T1/B1/',
  groupme: `https://api.groupme.com/v3/bots/post?bot_id=${'a'.repeat(24)}`,
  telegram: `https://api.telegram.org/bot123456789:${'a'.repeat(35)}/sendMessage?chat_id=-100`,
  standard: 'https://hooks.example.org/',
};
/** Those who may no longer read anything of a pool. */
const formerReaders = ['removed', 'disabled'] as const;
/** A member, and those who know the most of a pool. */
const rulers = ['bob', 'commissioner', 'admin'] as const;
/** Who tries to write. Who is commissioner and admin at once can do no more than each of the two: for a long run. */
const callersOfAll = [...rulers, 'dana', 'stranger', 'nobody', ...(isLong ? ['chief'] : [])];
/** Readers to whom most is refused before anything of a pool is read. */
const outsiders = ['stranger', 'removed', 'disabled', 'nobody'];
/** What can be changed as it was entered. */
const changeable = sealedNames.filter((name) => !/took over|withdrew|whether|new owner|was taken back/.test(name));
/** Pools with an entry that was linked, or that a link fills. */
const linkedNames = sealedNames.filter((name) => /link|new owner/.test(name));

const reason = 'called in';
/** Attempts come faster than any person makes them, and real time decides nothing here. */
const often = { burst: Number.POSITIVE_INFINITY, everyMs: 1 };
const rates = {
  ...personRates,
  changes: often,
  calls: often,
  ofSession: often,
  refusals: often,
  openings: often,
  calendarsOf: often,
  calendarsFrom: often,
};
/** All of these in a long run; else one of them in each pool, another from pool to pool, and from one `turn` to the next. */
function inTurn<T>(choices: readonly T[], place: Place, turn = 0): readonly T[] {
  if (isLong || place === 'the league') return choices;
  const at = (sealedNames.indexOf(place) + turn) % choices.length;
  return choices.slice(at, at + 1);
}
/** A page watches 48 topics at most. */
const POOLS_AT_ONCE = 3;
/** A file by which two games are on other days. */
const moved = {
  source: 'file',
  season: 2026,
  text: [
    header,
    '2026_01_LV_KC,2026,REG,1,2026-09-14,Monday,20:15,LV,,KC,,3,outdoors',
    '2026_02_LA_SF,2026,REG,2,2026-09-20,Sunday,13:00,LA,,SF,,1,outdoors',
  ].join('\n'),
};

/** Answers every call of a hook. */
function createReceiver() {
  const bodies: string[] = [];
  const outside: Outside = {
    problemOf: () => null,
    post: async ({ address, body }) => {
      if (typeof body === 'string') bodies.push(`${address} ${body}`);
      return { status: 204, retryAfterMs: 0 };
    },
  };
  return { bodies, outside };
}

describe('In two leagues that differ in sealed things', () => {
  let origin: Origin;
  const databases: TestDatabase[] = [];

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: BEGIN });
    origin = await begin();
    databases.push(origin.database);
  });

  afterAll(async () => {
    vi.useRealTimers();
    for (const database of databases) await database.drop();
  });

  async function begin(): Promise<Origin> {
    const database = await newTables('sqlite');
    const league = await createTestApp('sqlite', { location: database.location, clock: new TestClock(BEGIN) });
    const { deps, store } = league;
    const person = (name: string, isAdmin = false) => addPerson(deps, { name, isAdmin });
    const [ann, dana, bob, eve] = [await person('Ann'), await person('Dana'), await person('Bob'), await person('Eve')];
    const [commissioner, stranger] = [await person('Chris'), await person('Sam')];
    const [removed, disabled] = [await person('Rita'), await person('Dora')];
    const [admin, chief] = [await person('Alex', true), await person('Charlie', true)];
    await addWeeks(store.db, [WEEK_1, WEEK_2, WEEK_3]);
    const pools = {} as Record<SealedName, SealedPool & { hookIds: string[] }>;
    for (const [at, name] of sealedNames.entries()) {
      const { rules }: SealedThing = sealedThings[name];
      const paper = await createUser(store.db, { displayName: `Paper ${at}`, accountId: null }, BEGIN);
      const poolId = await addPool(deps, {
        name,
        rules: { entries: 3, ...rules },
        weeks: [WEEK_1, WEEK_2, WEEK_3],
        members: [ann, dana, bob, eve, removed, disabled, { userId: paper }],
        commissioners: [commissioner, chief],
      });
      const params = { poolId };
      (await league.call('PUT /api/pools/:poolId/talk', { as: commissioner, params, body: { isOn: true } })).ok();
      const hookIds: string[] = [];
      // By two people: one alone would reach the limit of changes.
      for (const [made, kind] of hookKinds.entries()) {
        const body = { kind, address: `${hookAddresses[kind]}${at}`, topics: hookTopicNames, hours: 3 };
        const as = made % 2 === 0 ? commissioner : chief;
        const hook = await league.call('POST /api/pools/:poolId/hooks', { as, params, body });
        hookIds.push(hook.ok().id);
      }
      const second = (await league.call('POST /api/pools/:poolId/entries', { as: ann, params, body: {} })).ok().id;
      pools[name] = { poolId, paper, second, hookIds };
    }
    const gids = {} as Record<GameName, string>;
    for (const [name, game] of Object.entries(games)) gids[name as GameName] = await addGame(deps, game);
    await store.db.updateTable('accounts').set({ emailVerified: 1 }).execute();
    for (const [at, as] of [bob, dana, removed, disabled].entries()) {
      for (const kind of noticeKinds)
        for (const channel of channelNames) {
          const body = { choice: { kind, channel, wanted: true } };
          await league.call('PATCH /api/notifications', { as, body });
        }
      (await league.call('PUT /api/push', { as, body: table['PUT /api/push'].body?.(at) as never })).ok();
    }
    const { address } = (await league.call('PUT /api/calendar', { as: bob })).ok();
    for (const name of sealedNames) {
      const { format } = rulesWith((sealedThings[name] as SealedThing).rules ?? {});
      const { poolId } = pools[name];
      if (format === 'survivor') continue;
      (await league.pick(bob, poolId, { gid: gids.late, side: 'home' })).ok();
    }
    (await league.call('GET /api/push', { as: bob })).ok();
    for (const name of sealedNames) await removeMember(deps, pools[name].poolId, removed.userId);
    await setEnabled(deps, disabled.userId, false);
    await league.close();
    known = readFileSync(database.location, 'latin1');
    const readers = { bob, dana, commissioner, admin, chief, stranger, removed, disabled, nobody: undefined };
    return {
      database,
      gids,
      pools,
      ann,
      dana,
      commissioner,
      admin,
      readers,
      calendar: address.split('/').at(-1) ?? '',
    };
  }

  /** Opens one of the leagues and seals its things. */
  async function open(isOther: boolean): Promise<Play> {
    vi.setSystemTime(BEGIN);
    const database = await newDatabase('sqlite');
    databases.push(database);
    copyFileSync(origin.database.location, database.location);
    const { bodies, outside } = createReceiver();
    const mailbox = createMailbox();
    const options = {
      settings: withMail,
      transport: mailbox.transport,
      outside,
      clock: new TestClock(BEGIN),
      personLimits: createPersonLimits(rates),
    };
    const league = await createTestApp('sqlite', { ...options, location: database.location });
    await league.app.listen({ port: 0, host: '127.0.0.1' });
    const pushed: string[] = [];
    vi.spyOn(league.deps.notify.push, 'post').mockImplementation(async ({ userId }, message) => {
      if (userId !== ann.userId) pushed.push(JSON.stringify([userId, message]));
      return { status: 201, retryAfterMs: 0 };
    });
    const { ann, dana, commissioner, admin, gids } = origin;
    const people = { ann, dana, commissioner, admin };
    for (const name of sealedNames)
      await sealedThings[name].seal({ league, gids, ...people, ...origin.pools[name] }, isOther);
    const play: Play = {
      league,
      listener: new Listener(),
      async noteMessages() {
        const { jobs, hooks, results } = league.deps.notify;
        const { outbox } = league.deps;
        await results.check();
        await jobs.tick();
        await hooks.check();
        await outbox.look();
        await outbox.idle();
        const others = mailbox.mails.filter(({ to }) => to !== ann.email);
        const mails = others.map((mail) => JSON.stringify(mail));
        play.listener.addAll('mail', mails, placeOf);
        play.listener.addAll('push', pushed, placeOf);
        play.listener.addAll('hook', bodies, placeOf);
        for (const each of [mailbox.mails as unknown[], pushed, bodies]) each.length = 0;
      },
      close: () => league.close(),
    };
    return play;
  }

  /** Two games are not played: what was entered for them stays. */
  async function callOff({ league }: Play): Promise<void> {
    await edit(league, 'off', { void: 'cancelled' });
    await edit(league, 'postponed', { void: 'postponed' });
  }

  /** The pool that a message is about. */
  function placeOf(message: string): Place {
    return sealedNames.find((name) => message.includes(origin.pools[name].poolId)) ?? 'the league';
  }

  async function edit(league: TestApp, game: GameName, body: object) {
    (await league.call('PATCH /api/games/:gid', { as: origin.admin, params: { gid: origin.gids[game] }, body })).ok();
  }

  /** All games of week 1 are over, and those who went out play for a second chance. */
  async function endWeek(play: Play, name: SealedName): Promise<void> {
    const { league } = play;
    const secondChance = { name: 'Second chance', from: WEEK_2, to: WEEK_3, games: 'all', measure: 'right' } as const;
    const tables = [{ ...secondChance, who: { kind: 'out' as const }, cents: 0 }];
    const params = { poolId: origin.pools[name].poolId };
    const input = { as: origin.commissioner, params, body: { tables, seen: [] } };
    (await league.call('PUT /api/pools/:poolId/side-tables', input)).ok();
    for (const game of ['early', 'late', 'last'] as const)
      await edit(league, game, { status: 'Final', homeScore: 20, awayScore: 10 });
    await settle(league);
    setClock(play, league.clock.now());
    await play.noteMessages();
  }

  /** Everybody; in a usual run one of the rulers, Dana, and one of the outsiders. */
  const readersIn = (place: Place): readonly string[] =>
    isLong ? Object.keys(origin.readers) : [...inTurn(rulers, place), 'dana', ...inTurn(outsiders, place)];

  /** In a usual run those who are refused before anything of a pool is read try the writes of the league alone. */
  function callersIn(place: Place): readonly string[] {
    if (isLong || place === 'the league') return callersOfAll;
    return [...inTurn(rulers, place), ...(linkedNames.includes(place) ? ['dana'] : [])];
  }

  function setClock({ league }: Play, now: number): void {
    league.clock.set(now);
    vi.setSystemTime(now);
  }

  const formatOf = (name: SealedName) => rulesWith((sealedThings[name] as SealedThing).rules ?? {}).format;

  /** What stands in the path of a route, of which some have several. */
  function placesOf(route: RouteName, place: Place): Readonly<Record<string, readonly string[]>> {
    const { gids, ann, dana, calendar } = origin;
    const shared = { gid: [gids.late, gids.last], abbr: ['KC'], provider: ['google'], sessionId: ['none'] };
    const token = [route.includes('calendars') ? calendar : 'none'];
    const others = { ...shared, token, messageId: ['999999'], deliveryId: ['none'], importId: ['none'] };
    if (place === 'the league') return { ...others, userId: [ann.userId], weekId: [WEEK_1] };
    const { poolId, paper, hookIds } = origin.pools[place];
    const weekId = formatOf(place) === 'survivor' ? [WEEK_1, WEEK_2] : [WEEK_1];
    const userId = [ann.userId, dana.userId, ...(route.includes(':playerId') ? [] : [paper])];
    const hookId = inTurn(hookIds, place);
    return { ...others, poolId: [poolId], playerId: [paper], hookId, weekId, userId, entryId: entriesOf(place) };
  }

  /** Entries of a pool: in a long run also those that hold nothing. */
  function entriesOf(name: SealedName): string[] {
    const { poolId, paper, second } = origin.pools[name];
    const others = isLong || linkedNames.includes(name) ? [second, entryIdOf(poolId, origin.dana.userId)] : [];
    return [entryIdOf(poolId, origin.ann.userId), ...others, entryIdOf(poolId, paper)];
  }

  /** The paths of a route in a place. @throws if something in it is not known here */
  function pathsOf(route: RouteName, place: Place): string[] {
    const values = placesOf(route, place);
    let paths = [route.split(' ')[1] ?? ''];
    for (const [param, key = ''] of (paths[0] ?? '').matchAll(/:(\w+)/g)) {
      const choices = values[key];
      if (!choices) throw new Error(`${route} has a parameter ${key} that is not known here.`);
      paths = paths.flatMap((path) => choices.map((value) => path.replace(param, value)));
    }
    return [...paths, ...queriesOf(route, place).map((query) => `${paths[0]}?${query}`)];
  }

  function queriesOf(route: RouteName, place: Place): string[] {
    const { gids } = origin;
    if (route.startsWith('GET /api/admin/audit')) return Object.values(gids).map((gid) => `gid=${gid}`);
    if (route !== 'GET /api/pools/:poolId/log' || place === 'the league') return [];
    return entriesOf(place).map((entryId) => `entryId=${entryId}`);
  }

  /** Calls as somebody, and notes the answer. */
  async function ask(play: Play, place: Place, who: string, route: RouteName, path: string, body?: object) {
    const [method = ''] = route.split(' ');
    const as = origin.readers[who];
    const reply = await play.league.app.inject({
      method: method as 'GET',
      url: path,
      headers: { 'sec-fetch-site': 'same-origin', ...(as && { cookie: as.cookie }) },
      ...(body && { payload: body }),
    });
    // Pools that are made at the same time are in an order of chance.
    if (method !== 'GET') play.league.clock.advance(1);
    await play.league.deps.afterCommit.idle();
    const text = `${reply.statusCode} ${reply.body}`;
    const { etag } = reply.headers;
    const isWhole = etag !== undefined && steady(text) === text;
    play.listener.add(
      place,
      `${who}, ${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}`,
      isWhole ? `${etag} ${text}` : text,
    );
    return reply;
  }

  async function readAll(play: Play, readers: readonly string[], places: readonly Place[] = everywhere): Promise<void> {
    for (const place of places) await readPlace(play, readers, place);
  }

  /** By all rulers in a long run, else in each place by the one whose turn it is. */
  async function readByRulers(play: Play, turn: number): Promise<void> {
    for (const place of everywhere) await readPlace(play, inTurn(rulers, place, turn), place);
  }

  async function readPlace(play: Play, readers: readonly string[], place: Place): Promise<void> {
    for (const route of reads.filter((each) => isOfPool(each) === (place !== 'the league')))
      for (const path of pathsOf(route, place)) for (const who of readers) await ask(play, place, who, route, path);
  }

  /** What pages show: the topics of all pools, some pools at a time. */
  async function readPages(play: Play): Promise<void> {
    const { port } = play.league.app.server.address() as AddressInfo;
    for (const [who, as] of Object.entries(origin.readers)) {
      if (as === undefined) continue;
      if (who === 'disabled') {
        await expect(openPage(port, { as })).rejects.toMatchObject({ code: 'account_disabled' });
        continue;
      }
      const page = await openPage(port, { as });
      for (let at = 0; at < sealedNames.length; at += POOLS_AT_ONCE) {
        const shown = sealedNames.slice(at, at + POOLS_AT_ONCE).map((name) => ({ name, topics: topicsOf(name) }));
        await page.watching(...shown.flatMap(({ topics }) => topics));
        for (const { name, topics } of shown) {
          for (const topic of topics) {
            const text = JSON.stringify([topic, page.refusal(topic), page.state(topic)]);
            play.listener.add(name, `page of ${who}`, text);
          }
        }
      }
      await page.close();
    }
  }

  async function readExports(play: Play): Promise<void> {
    for (const name of sealedNames) {
      for (const what of ['picks', 'scores', 'winners']) {
        const { stdout, stderr } = await runCli([
          'export',
          what,
          '--pool',
          name,
          '--database',
          play.league.store.location,
        ]);
        play.listener.add(name, `export ${what}`, stdout + stderr);
      }
      const file = `${play.league.store.location}.json`;
      await runCli(['export', 'pool', '--pool', name, file, '--database', play.league.store.location]);
      play.listener.add(name, 'export pool', readFileSync(file, 'utf8'));
      rmSync(file);
    }
  }

  /** Everything that a page can watch of a pool. */
  function topicsOf(name: SealedName): TopicRef[] {
    const { poolId } = origin.pools[name];
    const weeks = formatOf(name) === 'survivor' ? [WEEK_1, WEEK_2] : [WEEK_1];
    return (Object.keys(liveTopics) as TopicKind[]).flatMap((kind): TopicRef[] => {
      if (kind === 'games') return weeks.map((weekId) => ({ kind, weekId }));
      if (kind !== 'poolGames' && kind !== 'matchup' && kind !== 'activePlayers') return [{ kind, poolId }];
      return weeks.map((weekId) => ({ kind, poolId, weekId }));
    });
  }

  /** Tries writes one after the other: everybody the first call of a route, whoever may call it all of them. */
  async function attempt(play: Play, place: Place, names: readonly RouteName[]): Promise<void> {
    for (const route of names) {
      const paths = pathsOf(route, place);
      const tries = bodiesOf(route, place).flatMap((body) => paths.map((path) => ({ path, body })));
      for (const [at, { path, body }] of tries.entries()) {
        const access = route === picking && body && 'reason' in body ? 'commissioner' : routeTable[route].access;
        const callers = new Set(at === 0 ? [...callersIn(place), mayCall[access]] : [mayCall[access]]);
        for (const who of callers) await ask(play, place, who, route, path, body);
      }
    }
  }

  let calls = 0;

  /** One wish for each slot. */
  function atOnce(chosen: readonly Chosen[]): Wish[] {
    return [...new Map(chosen.map(wish).map((each) => [slotKey(each), each])).values()];
  }

  /** What is sent to a route. */
  function bodiesOf(route: RouteName, place: Place): readonly (object | undefined)[] {
    calls += 1;
    const { gids } = origin;
    const isSurvivor = place !== 'the league' && formatOf(place) === 'survivor';
    // One of another format is enough: it is refused before anything is read.
    const others = isSurvivor && isLong ? [teamOf(origin, true)] : [];
    const entries = [orderOf(origin, false), teamOf(origin, false), ...others];
    const later = [...(isLong ? [{ gid: gids.last, team: 'LAR' }] : []), { gid: gids.second, team: 'SF' }];
    // What one of the leagues has, and nothing: the other value is for a long run.
    const sides = isLong ? (['home', 'away', null] as const) : (['home', null] as const);
    // Refused where the player's own guess stands: a try may tell that there is one.
    const guesses = place.includes('whether') ? [] : isLong ? [40, 41, null] : [40, null];
    const entered: Chosen[] = [
      ...sides.map((side) => ({ gid: gids.late, side })),
      ...[...entries, ...(isSurvivor ? later : []), { team: null }],
      ...guesses.map((total) => ({ gid: gids.last, total })),
    ];
    const secondOrder = { ...wish(orderOf(origin, false)), about: `${WEEK_1}:2` };
    const onOff = [{ enabled: false }, { enabled: true }];
    const bodies: Partial<Record<RouteName, readonly object[]>> = {
      'PUT /api/pools/:poolId/weeks/:weekId/tiebreak': [{ gid: gids.late }, { gid: gids.last }],
      'PUT /api/pools/:poolId/weeks/:weekId/slate': [{ leftOut: [gids.last] }, { leftOut: [] }],
      [picking]: [
        ...[
          { gid: gids.late, side: 'home' } as const,
          { gid: gids.late, side: 'home', best: true } as const,
          { gid: gids.last, total: 40 },
          ...entries,
        ].map((chosen) => ({ picks: [wish(chosen)] })),
        { picks: [{ kind: 'pick', gid: gids.late, side: 'home' }, secondOrder] },
        ...entered.map((chosen) => ({ picks: [wish(chosen)], reason })),
        { picks: [wish({ gid: gids.late, side: 'home', best: true })], reason },
        { picks: [...atOnce(entered), secondOrder], reason },
      ],
      'PUT /api/pools/:poolId/members/:userId': onOff,
      'PUT /api/pools/:poolId/commissioners/:userId': [...onOff].reverse(),
      'PUT /api/pools/:poolId/weeks/:weekId': onOff,
      'PATCH /api/users/:userId': [{ isEnabled: false }, { isEnabled: true }],
      'PATCH /api/games/:gid': [
        { spread: 3.5 },
        { kickoff: SUNDAY_1PM + 8 * HOUR },
        { void: 'postponed' },
        { void: null },
        { void: 'cancelled' },
        { void: null },
      ],
      'POST /api/admin/season/preview': [moved],
      'POST /api/admin/season': [moved],
      'PATCH /api/pools/:poolId': place === 'the league' ? [] : ruleChanges(place),
    };
    return bodies[route] ?? [table[route].body?.(calls)];
  }

  /** Rules that decide what can be entered, each changed and changed back. */
  function ruleChanges(name: SealedName): object[] {
    const before = rulesWith((sealedThings[name] as SealedThing).rules ?? {});
    const rules = rulesOfEntries.filter((rule) => traitsOf(before).rules.has(rule));
    return rules.flatMap((rule) => {
      const choices = ruleChoices[rule].filter((choice) => choice !== before[rule] && !(Number(choice) > 3));
      return inTurn<unknown>(choices, name).flatMap((choice) => {
        const [change, seen] = [{ rules: { [rule]: choice } }, { rules: { [rule]: before[rule] } }];
        return [
          { change, seen, reason },
          { change: seen, seen: change, reason },
        ];
      });
    });
  }

  /** An entry whose link was undone gets another owner, who did not choose what is sealed in it. */
  async function giveToDana(play: Play, name: SealedName): Promise<void> {
    const { poolId, paper } = origin.pools[name];
    const path = `/api/entries/${entryIdOf(poolId, paper)}/link/${origin.dana.userId}`;
    expect(await ask(play, name, 'admin', linking, path)).toMatchObject({ statusCode: 200 });
  }

  /** Everything that a league says until the first of the things is open. */
  async function play(isOther: boolean): Promise<VisibleTexts> {
    calls = 0;
    const play = await open(isOther);
    const { league, listener } = play;
    await callOff(play);
    for (const place of everywhere) await readPlace(play, readersIn(place), place);
    await readPages(play);
    if (isLong) await readExports(play);
    for (const name of sealedNames) await attempt(play, name, [changeOfRules]);
    await attempt(play, 'whether there is a guess or a default', tiebreakChanges);
    setClock(play, REMINDED_AT);
    await play.noteMessages();
    setClock(play, EARLY_OVER);
    await edit(league, 'early', { status: 'Final', homeScore: 20, awayScore: 10 });
    await settle(league);
    setClock(play, league.clock.now());
    await play.noteMessages();
    await readByRulers(play, 1);
    await readExports(play);
    for (const name of sealedNames) {
      await attempt(
        play,
        name,
        writes.filter((route) => isOfPool(route) && !leftFor().includes(route)),
      );
    }
    await attempt(play, 'the league', ['PATCH /api/games/:gid', 'PATCH /api/users/:userId']);
    await play.noteMessages();
    await readByRulers(play, 2);
    for (const name of sealedNames) await attempt(play, name, [linking, 'GET /api/entries/:entryId/link', undoing]);
    for (const name of linkedNames) await giveToDana(play, name);
    await play.noteMessages();
    await readAll(play, ['dana', 'commissioner'], linkedNames);
    for (const name of sealedNames) await attempt(play, name, atTheEnd);
    await attempt(
      play,
      'the league',
      writes.filter((route) => !isOfPool(route)),
    );
    await play.noteMessages();
    await play.close();
    return listener.texts;
  }

  /** What is tried elsewhere, or not at all. */
  function leftFor(): readonly RouteName[] {
    return [...atTheEnd, changeOfRules, linking, undoing];
  }

  const both = async (of: (isOther: boolean) => Promise<VisibleTexts>) => ({
    one: await of(false),
    other: await of(true),
  });

  describe('before the lock', () => {
    let seen: { one: VisibleTexts; other: VisibleTexts };

    beforeAll(async () => {
      seen = await both(play);
    }, PLAYED_WITHIN);

    test.each([
      /^mail: /,
      /^push: /,
      /^hook: https:\/\/discord\.com/,
      /^hook: https:\/\/hooks\.slack\.com/,
      /^hook: https:\/\/api\.groupme\.com/,
      /^hook: https:\/\/api\.telegram\.org/,
      /^hook: https:\/\/hooks\.example\.org/,
      /^export picks: /,
      /^export pool: /,
      /^page of dana: /,
      /^commissioner, GET .*"way":"filled".*"filled":1/,
      /^commissioner, GET .*\/link: .*"returned":1/,
      /^commissioner, DELETE .*\/link .*: 200 /,
    ])('there is something of each kind: %s', (kind) => {
      expect([...seen.one.values()].flat().some((text) => kind.test(text))).toBe(true);
    });

    test.each(formerReaders)('somebody who is %s reads and hears nothing of a pool', (who) => {
      const { userId, email } = origin.readers[who] as Person;
      const ofPools = sealedNames.flatMap((name) => seen.one.get(name) ?? []);
      const replies = ofPools.filter((text) => text.startsWith(`${who}, `));
      expect(replies.length).toBeGreaterThan(100);
      expect(replies.filter((text) => !/^\S+ GET \S+: 40[34] {"error":/.test(text))).toEqual([]);
      const pages = ofPools.filter((text) => text.startsWith(`page of ${who}: `) && !text.includes('"kind":"games"'));
      expect(pages.filter((text) => !text.endsWith(',null]'))).toEqual([]);
      const messages = [...seen.one.values()].flat().filter((text) => /^(mail|push): /.test(text));
      expect(messages.filter((text) => text.includes(userId) || text.includes(email))).toEqual([]);
    });

    test.each(everywhere)('nobody reads, hears or finds by trying: %s', (place) => {
      const [one = [], other = []] = [seen.one.get(place), seen.other.get(place)];
      expect(one.length).toBeGreaterThan(100);
      const differing = one.flatMap((text, at) => (text === other[at] ? [] : [`${text}\n${other[at]}`]));
      expect(differing, differing.slice(0, 3).join('\n\n')).toEqual([]);
      expect(other).toHaveLength(one.length);
    });
  });

  test.each(ruleNames)('one of the pools has another rule than usual: %s', (rule) => {
    const chosen = allSealedNames.map(
      (name) => rulesWith({ entries: 3, ...(sealedThings[name] as SealedThing).rules })[rule],
    );
    expect(chosen.some((choice) => choice !== defaultRules[rule])).toBe(true);
  });

  const reminding: RouteName = 'POST /api/pools/:poolId/weeks/:weekId/reminders';
  const buyingBack: RouteName = 'PUT /api/entries/:entryId/buy-back';

  describe('later', () => {
    let plays: readonly Play[];

    beforeAll(async () => {
      plays = [await open(false), await open(true)];
      for (const play of plays) await callOff(play);
    }, PLAYED_WITHIN);

    afterAll(async () => {
      for (const play of plays) await play.close();
    });

    // In the order of their moments: the clock of a league only goes on.
    test.each<[SealedName, string, number, readonly RouteName[]]>([
      ['teams of later weeks', 'when one game of this week is left', SUNDAY_1PM + 6 * HOUR + 10 * MINUTE, [reminding]],
      ['a team of an entry that is out', 'when this week is decided', SUNDAY_1PM + 30 * HOUR, [reminding, buyingBack]],
      ['the pick of a postponed game', 'when the next week has begun', SUNDAY_1PM + WEEK + HOUR, [reminding]],
    ])('what is sealed for longer stays so: %s, %s', async (name, _when, moment, routesToTry) => {
      const [one = [], other = []] = await inBoth(async (play) => {
        setClock(play, moment);
        if (routesToTry.includes(buyingBack)) await endWeek(play, name);
        await readAll(play, isLong ? Object.keys(origin.readers) : [...rulers, 'dana'], [name]);
        await attempt(play, name, routesToTry);
        await readPlace(play, inTurn(rulers, name), name);
        return play.listener.texts.get(name);
      });
      expect(one).toEqual(other);
      for (const route of routesToTry)
        expect(one.some((text) => text.includes(`/${route.split('/').at(-1)}`) && text.includes(': 200 '))).toBe(true);
    });

    describe('after the lock', () => {
      let seen: readonly VisibleTexts[];

      beforeAll(async () => {
        seen = await inBoth(async (play) => {
          await edit(play.league, 'postponed', { void: null });
          setClock(play, ALL_LOCKED);
          await readAll(play, ['bob']);
          return play.listener.texts;
        });
      });

      test.each(sealedNames)('members read: %s', (name) => {
        const [one, other] = seen.map((texts) => texts.get(name));
        expect(one?.length).toBeGreaterThan(10);
        expect(one).not.toEqual(other);
      });
    });

    /** Does the same in both leagues, which have said nothing yet. */
    async function inBoth<T>(act: (play: Play) => Promise<T>): Promise<T[]> {
      const results: T[] = [];
      for (const play of plays) {
        calls = 0;
        play.listener = new Listener();
        vi.setSystemTime(play.league.clock.now());
        results.push(await act(play));
      }
      return results;
    }
  });

  test('a change of something sealed sends nothing to the pages of others', async () => {
    const play = await open(false);
    const { port } = play.league.app.server.address() as AddressInfo;
    const { ann, dana, commissioner, admin, gids } = origin;
    const people = { ann, dana, commissioner, admin };
    const marker: TopicRef = { kind: 'games', weekId: WEEK_3 };
    const pages = await Promise.all(rulers.map((who) => openPage(port, { as: origin.readers[who] as Person })));
    for (const [at, name] of changeable.entries()) {
      await Promise.all(pages.map((page) => page.watching(...topicsOf(name), marker)));
      const before = pages.map(({ messages }) => messages.length);
      await sealedThings[name].seal({ league: play.league, gids, ...people, ...origin.pools[name] }, true);
      await edit(play.league, 'third', { spread: at + 1 });
      await until(() => pages.every((page, n) => page.messages.length > (before[n] ?? 0)));
      const heard = pages.map((page, n) => page.messages.slice(before[n]).filter(({ kind }) => kind !== 'beat'));
      for (const messages of heard)
        expect([name, messages]).toEqual([name, [expect.objectContaining({ topic: marker })]]);
    }
    await Promise.all(pages.map((page) => page.close()));
    await play.close();
  });
});
