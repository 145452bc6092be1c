/** Plays a season, step by step as its seed draws them, and checks after each step what must hold. */
import type { SlotWish } from '#core/pick.ts';
import { weekId } from '#core/weeks.ts';
import { addWeeks } from '#server/game-changes/store.ts';
import { gamesOfWeek } from '#server/games/reads.ts';
import { writePlan } from '#server/money/store.ts';
import { setChoice } from '#server/notify/store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import type { Mail } from '#server/platform/mail/mailer.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, newTables, TestClock, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool } from '#tests/builders.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import type { Dice } from '#tests/dice.ts';
import { diceOf } from '#tests/dice.ts';
import { momentOf } from '#tests/messages-season/schedule.ts';
import type { Stored } from './acknowledged.ts';
import { Acknowledged, slotName, textOf } from './acknowledged.ts';
import type { Survived } from './buy-backs.ts';
import { buyBack, countSurvivors, refuteTeam, storedBuyBacks, wrongSurvivors } from './buy-backs.ts';
import type { Scene, SeasonEntry, SeasonPool } from './checks.ts';
import { seenSeals, storedPicks, wrongScores } from './checks.ts';
import { connectFaulty, Faults, faultKinds } from './faulty-store.ts';
import { answers, Field } from './field.ts';
import type { FixedPrizes } from './payments.ts';
import { moneyPages, notePayment, shownPayments, wrongMoney } from './payments.ts';
import type { KeptHashes } from './receipts.ts';
import { wrongReceipts } from './receipts.ts';
import { Receivers } from './receivers.ts';
import { changeRules, shownRules } from './rule-changes.ts';
import type { Stage } from './stage.ts';

const WEEKS = 3;
/** When all games have been played. */
const OVER = momentOf(WEEKS, 6, '12:00');
const weekIds = Array.from({ length: WEEKS }, (_, at) => weekId(2026, at + 1));
const names = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve', 'Flo', 'Gus'];
/** Those of the players who play with two entries where they can. */
const DOUBLES = 2;
/** Those of the players who have a device for push messages. */
const DEVICES = 3;

/** The prizes of each pool are its fees, to the cent. */
const pools: readonly Pick<SeasonPool, 'name' | 'rules' | 'plan'>[] = [
  {
    name: 'Straight',
    rules: { entries: 2, tiebreak: 'closest' },
    plan: { fee: 1999, week: 0, places: [{ percent: 50 }, { percent: 30 }, { percent: 20 }] },
  },
  {
    name: 'Spread',
    rules: { useSpread: true, line: 'frozen', missed: 'home', bestBets: 1 },
    plan: { fee: 1333, week: 701, places: [{ percent: 67 }, { percent: 33 }] },
  },
  {
    name: 'Order',
    rules: { format: 'confidence', deadline: 'week' },
    plan: { fee: 2501, week: 1000, places: [{ percent: 100 }] },
  },
  {
    name: 'Survivor',
    rules: { format: 'survivor', entries: 2, buyBacks: 1, buyBackUntil: 2, buyBackBy: 'owner' },
    plan: { fee: 2000, buyBack: 1501, week: 0, places: [{ percent: 100 }] },
  },
];

/** Refusals because somebody stored something since. */
const NEWER: readonly string[] = ['newer_pick', 'newer_guess', 'newer_choice'];

/** The outbox leaves what is to be sent later to the next look, as the clock stands still. */
class SeasonClock extends TestClock {
  readonly speed = 1000;
}

/** A choice that somebody sends, and sends again until it is answered. */
interface Sending {
  readonly entry: SeasonEntry;
  readonly wish: SlotWish;
  readonly by: Person;
  /** Missing if its player picks. */
  readonly reason?: string;
  readonly basedOn?: number;
}

export class Season {
  readonly #engine: Engine;
  readonly #dice: Dice;
  /** Of the survivor pool. */
  readonly #lives: 1 | 2;
  readonly #clock = new SeasonClock(momentOf(1, -3, '08:00'));
  readonly #field: Field;
  readonly #receivers: Receivers;
  readonly #acknowledged = new Acknowledged();
  readonly #mails: Mail[] = [];
  /** What somebody was notified of, by channel and user. */
  readonly #claims = new Map<string, Set<string>>();
  readonly #story: string[] = [];
  #dropDatabase = async (): Promise<void> => {};
  #location = '';
  #feedUrl: URL | null = null;
  #faults = new Faults();
  #scene!: Scene;
  #players: Person[] = [];
  #runner!: Person;
  #admin!: Person;
  /** The games of each week, by id. */
  readonly #gids = new Map<string, readonly string[]>();
  /** The tiebreak game of each week. */
  readonly #lastGames = new Map<string, string>();
  /** The scores that admins have set. */
  readonly #edited = new Map<string, readonly [home: number, away: number]>();
  /** What the entries of the survivor pool had come to after the last step. */
  #survived: ReadonlyMap<string, Survived> = new Map();
  /** What the prizes of seasons are of. */
  readonly #fixed: FixedPrizes = new Map();
  /** What somebody kept of the receipts. */
  readonly #kept: KeptHashes = new Map();
  /** How many faults came, by kind. */
  readonly faults: Record<string, number> = {};

  constructor(engine: Engine, seed: number) {
    [this.#engine, this.#dice] = [engine, diceOf(seed)];
    this.#lives = seed % 2 === 0 ? 2 : 1;
    this.#field = new Field(diceOf(seed + 1), WEEKS, this.#clock.now);
    this.#receivers = new Receivers(diceOf(seed + 2));
  }

  /** What was done, for a failing test. */
  get story(): string {
    return this.#story.join('\n');
  }

  get isOver(): boolean {
    return this.#clock.now() > OVER;
  }

  async begin(): Promise<void> {
    this.#feedUrl = await this.#field.open();
    await this.#receivers.open();
    const { location, drop } = await newTables(this.#engine);
    [this.#location, this.#dropDatabase] = [location, drop];
    const league = await this.#openLeague();
    const { deps, store } = league;
    this.#scene = { league, pools: [], entries: [], weekIds };
    await this.#setTime(this.#clock.now());
    this.#admin = await addPerson(deps, { name: 'Admin', isAdmin: true });
    this.#runner = await addPerson(deps, { name: 'Runner' });
    for (const name of names) this.#players.push(await addPerson(deps, { name }));
    for (const { userId } of this.#players)
      for (const kind of ['missing-picks', 'week-result'] as const)
        await setChoice(store.db, userId, { kind, channel: 'mail', wanted: true });
    const emailVerified = this.#engine === 'sqlite' ? 1 : true;
    await store.db.updateTable('accounts').set({ emailVerified }).execute();
    await addWeeks(store.db, weekIds);
    for (const week of weekIds) await this.#poll(week);
    for (const week of weekIds) {
      const gids = (await gamesOfWeek(store.db, week)).map(({ gid }) => gid);
      this.#lastGames.set(week, gids.at(-1) ?? '');
      this.#gids.set(week, gids.sort());
    }
    const members = [...this.#players, this.#runner];
    const made: SeasonPool[] = [];
    for (const { name, rules: shared, plan } of pools) {
      const rules = shared.format === 'survivor' ? { ...shared, lives: this.#lives } : shared;
      const id = await addPool(deps, { name, rules, weeks: weekIds, members, commissioners: [this.#runner] });
      await writePlan(store.db, id, plan);
      made.push({ id, name, rules, plan, isStraight: name === 'Straight' });
      const params = { poolId: id };
      if (rules.entries === 2)
        for (const as of this.#players.slice(0, DOUBLES))
          (await league.call('POST /api/pools/:poolId/entries', { as, params, body: {} })).ok();
    }
    const rows = await store.db
      .selectFrom('entries')
      .innerJoin('users', 'users.id', 'entries.owner_id')
      .selectAll('entries')
      .orderBy('pool_id')
      .orderBy('users.display_name')
      .orderBy('number')
      .execute();
    const entries = rows.map(({ id, pool_id, owner_id }) => ({ id, poolId: pool_id, ownerId: owner_id }));
    const order = made.map(({ id }) => id);
    this.#scene = {
      ...this.#scene,
      pools: made,
      entries: entries.sort((a, b) => order.indexOf(a.poolId) - order.indexOf(b.poolId)),
    };
    await this.#receivers.subscribe(this.#scene, this.#runner, this.#players.slice(0, DEVICES));
    for (const [slot, { value }] of await shownRules(this.#scene, this.#runner)) this.#acknowledged.save(slot, value);
  }

  async close(): Promise<void> {
    await this.#scene.league.close();
    await this.#field.close();
    await this.#receivers.close();
    await this.#dropDatabase();
  }

  async #openLeague(): Promise<TestApp> {
    const faults = new Faults();
    this.#faults = faults;
    const unlimited = { burst: Number.POSITIVE_INFINITY, everyMs: 1 };
    return createTestApp(this.#engine, {
      location: this.#location,
      connect: (location) => connectFaulty(location, faults),
      clock: this.#clock,
      settings: { ...withMail, feed: this.#feedUrl },
      outside: this.#receivers.outside,
      transport: { send: async (mail) => void this.#mails.push(mail), close: () => {} },
      personLimits: createPersonLimits({ ...personRates, calls: unlimited, changes: unlimited, refusals: unlimited }),
    });
  }

  /** The process that ended closes without another statement, and one more starts on its database. */
  async #restart(): Promise<void> {
    this.#noteFault();
    this.#story.push('  the process starts again');
    await this.#scene.league.close().catch(() => {});
    this.#scene = { ...this.#scene, league: await this.#openLeague() };
  }

  async #setTime(now: number): Promise<void> {
    this.#clock.set(now);
    if (this.#engine === 'postgres') await setDatabaseClock(this.#scene.league.store, now);
  }

  /** One step, with a fault at one of its writing statements or none, and all checks. @throws what is wrong */
  async step(): Promise<void> {
    const act = this.#dice.oneOf([
      () => this.#pass(),
      () => this.#pass(),
      () => this.#pass(),
      () => this.#pick(1),
      () => this.#pick(1),
      () => this.#pick(4),
      () => this.#enter(),
      () => this.#hear(),
      () => this.#hear(),
      () => this.#edit(),
      () => this.#correctLine(),
      () => notePayment(this.#stage),
      () => buyBack(this.#stage),
      () => buyBack(this.#stage),
      () => changeRules(this.#stage),
      () => this.#work(),
    ]);
    if (this.#dice.chance(0.5)) this.#faults.arm(this.#dice.oneOf(faultKinds), this.#dice.upTo(12));
    await this.#surviving(act);
    if (this.#faults.hasEnded) await this.#restart();
    else this.#noteFault();
    await this.#check();
  }

  /** All games are played and reported, all work is done, and the fees are shared out. */
  async end(): Promise<void> {
    this.#field.finish();
    this.#receivers.finish();
    const { league } = this.#scene;
    await this.#setTime(Math.max(this.#clock.now(), OVER));
    for (const week of weekIds) await this.#poll(week);
    for (const week of weekIds)
      for (const { gid, status, void: called } of await gamesOfWeek(league.store.db, week)) {
        if (status === 'Final' && called === null) continue;
        const body = { status: 'Final', homeScore: 20, awayScore: 10, void: null } as const;
        (await league.call('PATCH /api/games/:gid', { as: this.#admin, params: { gid }, body })).ok();
        this.#edited.set(gid, [20, 10]);
      }
    for (let round = 0; round < 3; round += 1) {
      await this.#receivers.letWaitingBeDue(league);
      await this.#work();
      await this.#setTime(this.#clock.now() + HOUR);
    }
    await this.#check(true);
  }

  get #stage(): Stage {
    return {
      scene: this.#scene,
      dice: this.#dice,
      faults: this.#faults,
      acknowledged: this.#acknowledged,
      players: this.#players,
      runner: this.#runner,
      tell: (line) => void this.#story.push(line),
    };
  }

  /** Runs a step, which may fail at the fault. */
  async #surviving(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (this.#faults.disarm() === null) throw error;
      this.#story.push(`  it fails: ${error instanceof Error ? error.message.slice(0, 100) : error}`);
    }
  }

  #noteFault(): void {
    const what = this.#faults
      .disarm()
      ?.trim()
      .split(/[\s(]+/)
      .slice(0, 3)
      .join(' ')
      .replaceAll('"', '');
    if (what === undefined) return;
    this.#story.push(`  a fault came at: ${what}`);
    this.faults[what] = (this.faults[what] ?? 0) + 1;
  }

  async #check(isOver = false): Promise<void> {
    const { deps } = this.#scene.league;
    // Marked weeks are scored by whichever process is up.
    deps.afterCommit.changed({ kind: 'games', weekIds: [] });
    await deps.afterCommit.idle();
    await deps.outbox.idle();
    const viewer = this.#dice.oneOf(this.#players);
    const picks = await storedPicks(this.#scene.league);
    const money = await moneyPages(this.#scene, viewer);
    const stored = new Map([
      ...picks,
      ...shownPayments(money),
      ...(await storedBuyBacks(this.#scene)),
      ...(await shownRules(this.#scene, viewer)),
    ]);
    const survivor = this.#scene.pools.find(({ rules }) => rules.format === 'survivor') as SeasonPool;
    const survived = await countSurvivors(this.#scene, survivor, picks);
    this.#survived = survived;
    const found = [
      ...this.#acknowledged.problems(stored),
      ...(await seenSeals(this.#scene, this.#dice.oneOf(this.#scene.pools), viewer, this.#runner)),
      ...(await wrongScores(this.#scene, picks, viewer)),
      ...(await wrongSurvivors(this.#scene, survivor, survived, viewer)),
      ...wrongMoney(this.#scene, money, survived, this.#fixed, isOver),
      ...(await this.#wrongReceipts(picks, viewer, isOver)),
      ...(await this.#lostEdits()),
      ...(isOver ? await this.#lostReports() : []),
      ...(await this.#repeatedNotices()),
      ...(await this.#receivers.problems(this.#scene, isOver)),
    ];
    await this.#receivers.letWaitingBeDue(this.#scene.league);
    if (found.length > 0) throw new Error(found.slice(0, 10).join('\n'));
  }

  async #lostEdits(): Promise<string[]> {
    const found: string[] = [];
    for (const week of weekIds)
      for (const { gid, homeScore, awayScore } of await gamesOfWeek(this.#scene.league.store.db, week)) {
        const edited = this.#edited.get(gid);
        if (edited && (edited[0] !== homeScore || edited[1] !== awayScore))
          found.push(`${gid} is ${homeScore} to ${awayScore}, but an admin has set ${edited.join(' to ')}`);
      }
    return found;
  }

  /** Of one pool; of all of them in the end. */
  async #wrongReceipts(picks: ReadonlyMap<string, Stored>, viewer: Person, isOver: boolean): Promise<string[]> {
    const found: string[] = [];
    for (const pool of isOver ? this.#scene.pools : [this.#dice.oneOf(this.#scene.pools)])
      found.push(...(await wrongReceipts(this.#scene, pool, picks, viewer, this.#kept, isOver)));
    return found;
  }

  /** Games whose score is not the one that they ended with, though nobody has set it by hand. */
  async #lostReports(): Promise<string[]> {
    const found: string[] = [];
    for (const week of weekIds)
      for (const { gid, away, home, awayScore, homeScore, setByAdmin } of await gamesOfWeek(
        this.#scene.league.store.db,
        week,
      )) {
        const score = this.#field.scoreOf(away, home).join(' to ');
        if (setByAdmin.length === 0 && score !== `${awayScore} to ${homeScore}`)
          found.push(`${gid} is ${awayScore} to ${homeScore}, but ended ${score}`);
      }
    return found;
  }

  /** How many mails were sent. */
  get mails(): number {
    return this.#mails.length;
  }

  /** How many messages arrived at hooks and devices. */
  get arrived(): Receivers['arrived'] {
    return this.#receivers.arrived;
  }

  /** Each notification is claimed once for each person and channel, and each claim is one message at most. */
  async #repeatedNotices(): Promise<string[]> {
    const { db } = this.#scene.league.store;
    const rows = await db.selectFrom('notifications').select(['kind', 'key', 'user_id', 'channel']).execute();
    for (const { kind, key, user_id, channel } of rows) {
      const own = this.#claims.get(`${channel} ${user_id}`) ?? new Set();
      this.#claims.set(`${channel} ${user_id}`, own.add(`${kind} ${key}`));
    }
    return this.#players.flatMap(({ userId, email, name }) => {
      const sent = {
        mail: this.#mails.filter(({ to }) => to === email).map(({ subject }) => subject),
        push: this.#receivers.pushesTo(userId),
      };
      return (['mail', 'push'] as const).flatMap((channel) => {
        const claimed = this.#claims.get(`${channel} ${userId}`)?.size ?? 0;
        const all = sent[channel];
        if (all.length <= claimed) return [];
        return [`${name} has ${all.length} messages by ${channel} for ${claimed} notifications: ${all.join(', ')}`];
      });
    });
  }

  async #pass(): Promise<void> {
    const to = this.#clock.now() + this.#dice.oneOf([10 * MINUTE, 3 * HOUR, 8 * HOUR, 20 * HOUR]);
    this.#story.push(`it is ${new Date(to).toISOString()}`);
    await this.#setTime(to);
    if (this.#dice.chance(0.8)) await this.#work();
  }

  /** The server's own work, beginning with any of its parts. */
  async #work(): Promise<void> {
    const { deps } = this.#scene.league;
    const work: readonly (() => Promise<unknown>)[] = [
      () => deps.receipts.sweep(),
      () => deps.notify.results.check(),
      () => deps.notify.jobs.tick(),
      () => deps.notify.hooks.check(),
      () => deps.outbox.look().then(() => deps.outbox.idle()),
    ];
    const first = this.#dice.upTo(work.length - 1);
    for (const act of [...work.slice(first), ...work.slice(0, first)]) await this.#faults.beforeEnd(act());
  }

  /** Some players pick at the same time. Who gets no answer sends the same again. */
  async #pick(players: number): Promise<void> {
    const sendings = Array.from({ length: players }, () => this.#drawSending());
    const names = sendings.map(({ entry, wish }) => slotName(entry.id, wish.kind, wish.about));
    const distinct = sendings.filter((_, at) => names.indexOf(names[at] ?? '') === at);
    const are = await Promise.all(distinct.map((each) => this.#send(each, this.#dice.chance(0.15))));
    if (this.#faults.hasEnded) await this.#restart();
    for (const [at, each] of distinct.entries()) if (!are[at]) await this.#send(each, false);
  }

  #drawSending(): Sending {
    const entry = this.#dice.oneOf(this.#scene.entries.filter(({ ownerId }) => ownerId !== this.#runner.userId));
    const by = this.#players.find(({ userId }) => userId === entry.ownerId) ?? this.#runner;
    const wish = this.#drawWish(entry);
    const basedOn = this.#acknowledged.revisionOf(slotName(entry.id, wish.kind, wish.about));
    return { entry, wish, by, basedOn };
  }

  #drawWish({ poolId }: SeasonEntry): SlotWish {
    const pool = this.#scene.pools.find(({ id }) => id === poolId)?.name;
    const about = this.#dice.oneOf(weekIds);
    const games = this.#gids.get(about) ?? [];
    const gid = this.#dice.oneOf(games);
    if (pool === 'Survivor') {
      const team = this.#dice.oneOf(gid.split('_').slice(2));
      return { kind: 'team', about, value: { gid, team } };
    }
    if (pool === 'Order' && this.#dice.chance(0.3))
      return { kind: 'order', about, value: { order: this.#dice.chance(0.5) ? games : games.toReversed() } };
    if (pool === 'Straight' && this.#dice.chance(0.2))
      return { kind: 'guess', about, value: { gid: this.#lastGames.get(about) ?? gid, total: this.#dice.upTo(60) } };
    const side = this.#dice.oneOf(['home', 'away'] as const);
    return { kind: 'pick', about: gid, value: this.#dice.chance(0.1) ? null : { side } };
  }

  /** A commissioner enters a pick that somebody phoned in, if the league lets them. */
  async #enter(): Promise<void> {
    const { basedOn: _, ...own } = this.#drawSending();
    const sending = { ...own, by: this.#runner, reason: 'phoned in' };
    if (!(await this.#send(sending, false)) && !this.#faults.hasEnded) await this.#send(sending, false);
  }

  /** @param isLost whether the answer does not arrive @returns whether it was answered */
  async #send({ entry, wish, by, reason, basedOn }: Sending, isLost: boolean): Promise<boolean> {
    const name = slotName(entry.id, wish.kind, wish.about);
    const value = textOf(wish.value);
    this.#acknowledged.send(name, value);
    const picks = [{ ...wish, ...(basedOn !== undefined && { basedOn }) }];
    const input = { as: by, params: { entryId: entry.id }, body: { picks, ...(reason && { reason }) } };
    const call = this.#scene.league.call('PUT /api/entries/:entryId/picks', input);
    const reply = await this.#faults.beforeEnd(call).catch(() => null);
    if (reply === null) return false;
    const what = reply.code ?? reply.text.slice(10, 90);
    this.#story.push(
      `${by.name}${reason ? ' enters' : ''}: ${name} ${value} -> ${isLost ? 'lost, ' : ''}${reply.status} ${what}`,
    );
    if (isLost || reply.status >= 500) return false;
    const [answer] = reply.code === null ? reply.ok().picks : [];
    const survived = this.#survived.get(entry.id);
    // The team that an entry has already is answered as saved, and nothing is stored.
    const isKept =
      answer?.saved && 'revision' in answer.pick && answer.pick.revision === this.#acknowledged.revisionOf(name);
    if (answer && wish.kind === 'team' && survived && !isKept)
      refuteTeam(survived, wish.about, answer.saved ? 'saved' : answer.code);
    if (!answer?.saved) {
      // An earlier call that was not answered may have stored it.
      if (!answer || !NEWER.includes(answer.code)) this.#acknowledged.refuse(name, value);
      return true;
    }
    const { pick } = answer;
    if (!('value' in pick && 'revision' in pick)) this.#acknowledged.save(name, value);
    // Once a week is locked, an order is answered with the one that counts, and nothing is stored.
    else if (wish.kind === 'order' && pick.revision === this.#acknowledged.revisionOf(name))
      this.#acknowledged.refuse(name, value);
    else this.#acknowledged.save(name, textOf(pick.value), pick.revision);
    return true;
  }

  /** Something happens on the field, and the feed is asked, once or twice. Its answer may be late, old or missing. */
  async #hear(): Promise<void> {
    if (this.#dice.chance(0.5)) this.#story.push(`on the field, ${this.#field.happen()}`);
    const week = this.#dice.oneOf(weekIds);
    const [kind, isLate, isTwice] = [this.#dice.oneOf(answers), this.#dice.chance(0.2), this.#dice.chance(0.2)];
    this.#story.push(`the feed is asked for ${week}: ${kind}${isLate ? ', late' : ''}${isTwice ? ', twice' : ''}`);
    this.#field.answerNext(kind, isLate);
    const polled = this.#poll(week);
    polled.catch(() => {});
    if (!isLate) {
      await polled;
      if (isTwice) await this.#poll(week);
      return;
    }
    try {
      await this.#setTime(this.#clock.now() + 10 * MINUTE);
      await this.#poll(week);
    } finally {
      this.#field.release();
      await polled;
    }
  }

  async #poll(week: string): Promise<void> {
    const { deps } = this.#scene.league;
    await deps.feed.league?.syncWeek(week, { attempts: 1, timeoutMs: 10_000 });
    await this.#faults.beforeEnd(deps.afterCommit.idle());
  }

  async #edit(): Promise<void> {
    const gid = this.#dice.oneOf(this.#gids.get(this.#dice.oneOf(weekIds)) ?? []);
    const [homeScore, awayScore] = [this.#dice.upTo(20), 21 + this.#dice.upTo(20)];
    const body = this.#dice.oneOf([
      { status: 'Final', homeScore, awayScore },
      { void: 'postponed' },
      { void: 'cancelled' },
      { void: null },
    ] as const);
    const isBegun = await this.#hasBegun(gid);
    if ('status' in body && !isBegun) return;
    if ('status' in body) this.#edited.delete(gid);
    const reply = await this.#faults.beforeEnd(
      this.#scene.league.call('PATCH /api/games/:gid', { as: this.#admin, params: { gid }, body }),
    );
    this.#story.push(`the admin edits ${gid} ${JSON.stringify(body)} -> ${reply.code ?? reply.status}`);
    if ('status' in body && reply.status === 200) this.#edited.set(gid, [homeScore, awayScore]);
  }

  async #hasBegun(gid: string): Promise<boolean> {
    const { db } = this.#scene.league.store;
    const row = await db.selectFrom('games').select('kickoff').where('gid', '=', gid).executeTakeFirstOrThrow();
    return Number(row.kickoff) <= this.#clock.now();
  }

  async #correctLine(): Promise<void> {
    const pool = this.#scene.pools.find(({ name }) => name === 'Spread');
    const week = this.#dice.oneOf(weekIds);
    const { games } = await weekOfPool(this.#scene.league.store.db, pool?.id ?? '', week);
    const game = this.#dice.oneOf(games.toSorted((a, b) => (a.gid < b.gid ? -1 : 1)));
    const params = { poolId: pool?.id ?? '', gid: game.gid };
    const body = { spread: this.#dice.upTo(14) - 7, seen: { spread: game.spread }, reason: 'a typo' };
    const call = this.#scene.league.call('PUT /api/pools/:poolId/lines/:gid', {
      as: this.#runner,
      params,
      body,
    });
    const reply = await this.#faults.beforeEnd(call);
    this.#story.push(`the line of ${game.gid} becomes ${body.spread} -> ${reply.code ?? reply.status}`);
  }
}
