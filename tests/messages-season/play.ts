/** Plays a season on two nodes, the clock at speed, and holds what was sent against what was to be sent. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Game, Side } from '#core/types.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { addWeeks, writeGames } from '#server/game-changes/store.ts';
import { createPool } from '#server/manage/store.ts';
import { setMembers } from '#server/members/store.ts';
import { setChoice, setSettings } from '#server/notify/store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import type { Mail } from '#server/platform/mail/mailer.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import type { TestApp } from '../app.ts';
import { createTestApp, TestClock, withMail } from '../app.ts';
import { addPerson } from '../builders.ts';
import { addPlayers } from '../direct-league.ts';
import type { Sums } from './ledger.ts';
import { Ledger, RESULT_SUBJECT } from './ledger.ts';
import type { DueResult, Person, SeasonWeek } from './oracle.ts';
import { dueReminders, nameOf, ResultOracle } from './oracle.ts';
import type { PoolName } from './people.ts';
import { characters, formats } from './people.ts';
import type { Season } from './schedule.ts';
import { CHOSEN, INSTEAD, momentOf, seasonOf, weekOf } from './schedule.ts';

const HOUR_MS = 60 * 60_000;
const STEP_MS = HOUR_MS / 4;
/** A node restarts at every third moment with several reminders. */
const RESTART_EVERY = 3;

/** How a season went. */
export interface Played {
  readonly reminders: Sums;
  readonly results: Sums;
  readonly restarts: number;
  /** In words, the first few. */
  readonly problems: readonly string[];
}

/** @param location of an empty database */
export async function playSeason(engine: Engine, location: string, players: number, weeks: number): Promise<Played> {
  const league = await SeasonLeague.open(engine, location, players, weeks);
  try {
    return await league.play();
  } finally {
    await league.close();
  }
}

class SeasonLeague {
  readonly #clock: TestClock;
  readonly #engine: Engine;
  readonly #location: string;
  readonly #season: Season;
  readonly #weeks: number;
  readonly #mails: Mail[] = [];
  #nodes: TestApp[] = [];
  #people: Person[] = [];
  #admin: { readonly cookie: string } = { cookie: '' };
  readonly #pools = new Map<PoolName, string>();
  readonly #games = new Map<string, Promise<Game[]>>();
  readonly #agenda: { readonly at: number; readonly act: () => Promise<void> }[] = [];
  readonly #ledger = new Ledger();
  readonly #results = new Map<string, ResultOracle>();
  #restarts = 0;
  #storms = 0;

  private constructor(engine: Engine, location: string, weeks: number) {
    [this.#engine, this.#location, this.#weeks] = [engine, location, weeks];
    this.#season = seasonOf(weeks);
    this.#clock = new TestClock(momentOf(1, -3, '08:00'));
  }

  static async open(engine: Engine, location: string, players: number, weeks: number): Promise<SeasonLeague> {
    const league = new SeasonLeague(engine, location, weeks);
    league.#nodes = [await league.#openNode(), await league.#openNode()];
    await league.#fill(players);
    return league;
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.close();
  }

  #openNode(): Promise<TestApp> {
    const transport = { send: async (mail: Mail) => void this.#mails.push(mail), close: () => {} };
    return createTestApp(this.#engine, { location: this.#location, settings: withMail, transport, clock: this.#clock });
  }

  get #node(): TestApp {
    const [node] = this.#nodes;
    if (node === undefined) throw new Error('No node is open');
    return node;
  }

  async #fill(players: number): Promise<void> {
    const { deps, store } = this.#node;
    const { weekIds, games, changes } = this.#season;
    await addWeeks(store.db, weekIds);
    await store.db.transaction().execute((tx) => writeGames(tx, store.engine, [...games], this.#clock.now, 'feed'));
    const own = await addPlayers(deps, players);
    const drawn = characters(players);
    this.#people = own.flatMap(({ userId, cookie }, at) => {
      const character = drawn[at];
      if (character === undefined) return [];
      const isMember = character.habit !== 'joins-late';
      const wantsReminders = character.habit !== 'refuses';
      return {
        ...character,
        userId,
        cookie,
        isMember,
        wantsReminders,
        joinedAt: 0,
        isOut: false,
        picked: new Map(),
        entered: new Set(),
        chosen: new Map(),
      };
    });
    for (const { userId, zone, hours, wantsReminders, wantsResults } of this.#people) {
      await setChoice(store.db, userId, { kind: 'missing-picks', channel: 'mail', wanted: wantsReminders });
      await setChoice(store.db, userId, { kind: 'week-result', channel: 'mail', wanted: wantsResults });
      await setSettings(store.db, userId, { ...(zone && { zone }), ...(hours && { hours }) });
    }
    for (const name of Object.keys(formats) as PoolName[]) {
      const poolId = await createPool(store.db, { name, rules: formats[name] }, this.#clock.now());
      this.#pools.set(name, poolId);
      const members = this.#people.filter(({ pool, isMember }) => pool === name && isMember);
      await setMembers(
        store.db,
        poolId,
        members.map(({ userId }) => userId),
        this.#clock.now(),
      );
      await setPoolWeeks(store.db, { engine: store.engine, now: this.#clock.now }, poolId, weekIds);
    }
    this.#admin = await addPerson(deps, { isAdmin: true });
    for (const { at, gid, body } of changes) this.#plan(at, () => this.#edit(gid, body));
    for (const person of this.#people) this.#planHabit(person);
  }

  #plan(at: number, act: () => Promise<void>): void {
    const place = this.#agenda.findIndex((each) => each.at > at);
    this.#agenda.splice(place < 0 ? this.#agenda.length : place, 0, { at, act });
  }

  #planHabit(person: Person): void {
    const middle = Math.ceil((this.#weeks + 1) / 2);
    if (person.habit === 'leaves') this.#plan(momentOf(middle, -2, '12:00'), () => this.#leave(person));
    if (person.habit === 'joins-late') this.#plan(momentOf(middle, -2, '13:00'), () => this.#join(person));
    for (let week = 1; week <= this.#weeks; week += 1) {
      const tuesday = momentOf(week, -2, '15:00');
      if (person.habit === 'early') this.#plan(tuesday, () => this.#pick(person, week, () => true));
      if (person.habit === 'forgets-one')
        this.#plan(tuesday, () => this.#pick(person, week, (game) => !game.gid.endsWith('-14')));
      if (person.habit === 'last-minute')
        this.#plan(momentOf(week, week === 12 ? -1 : 0, '19:45'), () => this.#pick(person, week, () => true));
      if (person.habit === 'in-two') {
        this.#plan(momentOf(week, -1, '12:00'), () =>
          this.#pick(person, week, (game) => game.lockAt < momentOf(week, 2, '12:00')),
        );
        this.#plan(momentOf(week, 3, '09:00'), () => this.#pick(person, week, () => true));
      }
    }
  }

  async #join(person: Person): Promise<void> {
    await setMembers(this.#node.store.db, this.#poolOf(person), [person.userId], this.#clock.now());
    this.#node.deps.afterCommit.changed({ kind: 'pools', poolIds: [this.#poolOf(person)] });
    await this.#node.deps.afterCommit.idle();
    person.isMember = true;
    person.joinedAt = this.#clock.now();
  }

  /** By the link in a mail, where there was one. */
  async #leave(person: Person): Promise<void> {
    const mails = this.#mails.filter(({ to }) => to === this.#addressOf(person));
    const link = mails.find(({ subject }) => /missing$/.test(subject))?.headers?.['List-Unsubscribe'];
    const url = link === undefined ? null : new URL(link.slice(1, -1)).pathname;
    if (url !== null) await this.#node.app.inject({ method: 'POST', url });
    else await setChoice(this.#node.store.db, person.userId, { kind: 'missing-picks', channel: 'mail', wanted: false });
    person.wantsReminders = false;
  }

  #poolOf({ pool }: Person): string {
    return this.#pools.get(pool) ?? '';
  }

  #addressOf(person: Person): string {
    return `player-${this.#people.indexOf(person) + 1}@example.org`;
  }

  async #edit(gid: string, body: Season['changes'][number]['body']): Promise<void> {
    (await this.#node.call('PATCH /api/games/:gid', { as: this.#admin, params: { gid }, body })).ok();
    this.#games.clear();
    const isOff = 'void' in body && body.void !== null;
    for (const person of this.#people)
      if (isOff && person.chosen.get(weekOf(gid)) === gid) person.entered.delete(weekOf(gid));
  }

  /** Picks what is open of some games, and what the pool asks for besides. */
  async #pick(person: Person, week: number, which: (game: Game) => boolean): Promise<void> {
    if (!person.isMember || person.isOut) return;
    const weekId = this.#season.weekIds[week - 1] ?? '';
    const now = this.#clock.now();
    const poolId = this.#poolOf(person);
    const open = (await this.#gamesOf(poolId, weekId)).filter((game) => game.void === null && game.lockAt > now);
    const some = open.filter((game) => which(game));
    const enter = async (entry: { order: string[] } | { gid: string; team: string }) => {
      (await this.#node.pick(person, poolId, { ...entry, weekId })).ok();
      person.entered.add(weekId);
    };
    if (person.pool === 'Survivor') {
      const game = [CHOSEN, INSTEAD].flatMap((at) => some.filter(({ gid }) => gid === `${weekId}-${at}`))[0];
      if (game && !person.entered.has(weekId)) {
        await enter({ gid: game.gid, team: game.home });
        person.chosen.set(weekId, game.gid);
      }
      return;
    }
    const left = some.filter(({ gid }) => !person.picked.has(gid));
    if (left.length > 0) {
      const picks = left.map(({ gid }) => ({ gid, side: this.#sideOf(person, gid) }));
      (await this.#node.pick(person, poolId, ...picks)).ok();
      for (const { gid, side } of picks) person.picked.set(gid, side);
    }
    // By their ids, as games without an order are: so it does not matter when somebody enters theirs.
    if (person.pool === 'Order' && some.length === open.length && open.length > 0 && !person.entered.has(weekId))
      await enter({ order: (await this.#gamesOf(poolId, weekId)).map(({ gid }) => gid).sort() });
  }

  /** Everybody picks something else. */
  #sideOf(person: Person, gid: string): Side {
    const game = Number(gid.slice(gid.lastIndexOf('-') + 1));
    return (this.#people.indexOf(person) * 7 + game * 5) % 3 === 0 ? 'away' : 'home';
  }

  #gamesOf(poolId: string, weekId: string): Promise<Game[]> {
    const key = `${poolId} ${weekId}`;
    const known =
      this.#games.get(key) ?? weekOfPool(this.#node.store.db, poolId, weekId).then(({ games }) => [...games]);
    this.#games.set(key, known);
    return known;
  }

  async play(): Promise<Played> {
    const end = momentOf(this.#weeks, 14, '12:00');
    for (let now = this.#clock.now(); now <= end; now += STEP_MS) {
      this.#clock.set(now);
      while ((this.#agenda[0]?.at ?? Number.POSITIVE_INFINITY) <= now) await this.#agenda.shift()?.act();
      for (const node of this.#nodes) await node.deps.notify.results.check();
      await this.#checkResults(now);
      if (this.#season.outages.some(([from, until]) => from <= now && now < until)) continue;
      const { reminders, results: due } = await this.#due(now);
      const results = due.map(({ name }) => name);
      if (reminders.length > 1) this.#storms += 1;
      const isRestart = reminders.length > 1 && this.#storms % RESTART_EVERY === 0;
      const before = this.#mails.length;
      await (isRestart ? this.#restart() : Promise.all(this.#nodes.map((node) => node.deps.notify.jobs.tick())));
      for (const { deps } of this.#nodes) {
        await deps.outbox.look();
        await deps.outbox.idle();
      }
      const mails = this.#mails.slice(before);
      if (mails.length + reminders.length + results.length === 0) continue;
      const rows = await this.#claimedAt(now);
      const byReader = this.#byReader(mails);
      this.#ledger.hold({ now, due: { reminders, results }, rows, mails: byReader, isRestart });
      this.#holdResults(due, rows, byReader);
      this.#answer(mails, now);
    }
    return { ...this.#ledger.sums, restarts: this.#restarts, problems: this.#ledger.problems };
  }

  /** The weeks of all pools that are on or ended lately, with their people. */
  async #weeksAt(now: number): Promise<{ readonly week: SeasonWeek; readonly people: readonly Person[] }[]> {
    const found: { week: SeasonWeek; people: Person[] }[] = [];
    for (const [name, poolId] of this.#pools) {
      const people = this.#people.filter(({ pool }) => pool === name);
      for (const [at, weekId] of this.#season.weekIds.entries()) {
        if (now < momentOf(at + 1, -4, '00:00') || now > momentOf(at + 1, 15, '00:00')) continue;
        found.push({ week: { poolId, weekId, games: await this.#gamesOf(poolId, weekId) }, people });
      }
    }
    return found;
  }

  #oracleOf({ poolId, weekId }: SeasonWeek): ResultOracle {
    const key = `${poolId} ${weekId}`;
    const oracle = this.#results.get(key) ?? new ResultOracle();
    this.#results.set(key, oracle);
    return oracle;
  }

  async #checkResults(now: number): Promise<void> {
    for (const { week, people } of await this.#weeksAt(now)) this.#oracleOf(week).check(week, people, now);
  }

  async #due(now: number): Promise<{ reminders: string[]; results: DueResult[] }> {
    const reminders: string[] = [];
    const results: DueResult[] = [];
    for (const { week, people } of await this.#weeksAt(now)) {
      reminders.push(...dueReminders(week, people, now));
      results.push(...this.#oracleOf(week).due(week, people, now));
      const isOver = week.games.every((game) => game.void !== null || game.status === 'Final');
      if (isOver)
        for (const person of people) person.isOut ||= person.pool === 'Survivor' && !person.chosen.has(week.weekId);
    }
    return { reminders: reminders.filter((name) => !this.#ledger.told.has(name)), results };
  }

  /** What was claimed is sent, and says how its reader did. */
  #holdResults(due: readonly DueResult[], rows: readonly string[], mails: ReadonlyMap<Person, readonly Mail[]>): void {
    const claimed = new Set(rows);
    for (const { name, person, points, isCorrection, sent } of due) {
      if (!claimed.has(name)) continue;
      sent();
      const own = (mails.get(person) ?? []).filter(({ subject }) => RESULT_SUBJECT.test(subject));
      const says = (mail: Mail) =>
        RESULT_SUBJECT.exec(mail.subject)?.[1] === (isCorrection ? 'Corrected: ' : undefined) &&
        (points === null || mail.text.includes(`You scored ${points} ${points === 1 ? 'point' : 'points'}, `));
      if (!own.some(says)) this.#ledger.note(`${name}: says something else than ${points} points`);
    }
  }

  /** One node ends while both are at it, and another takes its place. */
  async #restart(): Promise<void> {
    this.#restarts += 1;
    const [ending, staying] = this.#nodes;
    if (!ending || !staying) return;
    const ticks = this.#nodes.map((node) => node.deps.notify.jobs.tick());
    await pause(this.#restarts % 20);
    await ending.close();
    await Promise.all(ticks);
    this.#nodes = [staying, await this.#openNode()];
  }

  async #claimedAt(now: number): Promise<string[]> {
    const query = this.#node.store.db.selectFrom('notifications').select(['kind', 'key', 'user_id']);
    const rows = await query.where('claimed_at', '=', now).where('channel', '=', 'mail').execute();
    return rows.map(({ kind, key, user_id }) => nameOf(kind, key, user_id));
  }

  #byReader(mails: readonly Mail[]): ReadonlyMap<Person, readonly Mail[]> {
    const byAddress = Map.groupBy(mails, ({ to }) => to);
    return new Map(
      this.#people.flatMap((person) => {
        const own = byAddress.get(this.#addressOf(person));
        return own ? [[person, own] as const] : [];
      }),
    );
  }

  #answer(mails: readonly Mail[], now: number): void {
    for (const person of this.#people) {
      if (person.habit !== 'reminded') continue;
      const mail = mails.find(({ to, subject }) => to === this.#addressOf(person) && /missing$/.test(subject));
      const week = Number(/Week (\d+): /.exec(mail?.subject ?? '')?.[1] ?? 0);
      if (week > 0) this.#plan(now + HOUR_MS, () => this.#pick(person, week, () => true));
    }
  }
}
