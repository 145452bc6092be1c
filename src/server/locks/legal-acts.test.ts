import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { CLOSE_WORD } from '#contract/own-account.ts';
import type { Wish } from '#contract/picks.ts';
import type { PoolFile } from '#contract/pool-file.ts';
import type { FormatName } from '#core/formats/traits.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import type { ReceiptFile } from '#core/receipts/file.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { DAY_MS } from '#core/time.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { exportPool } from '#server/pool-file/export.ts';
import { importPool } from '#server/pool-file/store.ts';
import { findPool } from '#server/pools/reads.ts';
import { sha256 } from '#server/receipts/reads.ts';
import { createUser } from '#server/users/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import type { Dice } from '#tests/dice.ts';
import { diceOf } from '#tests/dice.ts';
import { usualEngines } from '#tests/engines.ts';
import { rounds } from '#tests/long.ts';
import { ReceiptSweep } from './sweep.ts';

const START = SUNDAY_1PM - 2 * HOUR;
/** The teams of each game, and one that may take the place of the second. */
const teams = [
  ['DAL', 'PHI', 'NYG'],
  ['BUF', 'KC', 'DEN'],
  ['MIA', 'NE', 'NYJ'],
  ['SF', 'LAR', 'NO'],
  ['SEA', 'ARI', 'LV'],
  ['DET', 'GB', 'CHI'],
] as const;

/** A pool whose people do what they may, in a random order. */
class Life {
  readonly #league: TestApp;
  readonly #dice: Dice;
  /** Whether games change all the time, and sweeps come seldom. */
  readonly #isStormy: boolean;
  readonly #acts: string[] = [];
  #poolId = '';
  #admin!: Person;
  #runner!: Person;
  #people: Person[] = [];
  #gids: string[] = [];
  #imports: string[] = [];
  readonly #known: string[] = [];

  constructor(league: TestApp, seed: number) {
    this.#league = league;
    this.#dice = diceOf(seed);
    this.#isStormy = seed % 2 === 0;
  }

  /** Whether its receipts are read after a step: in a stormy one seldom, because that writes what is missing. */
  isRead(step: number): boolean {
    return step % (this.#isStormy ? 20 : 5) === 0;
  }

  get poolId(): string {
    return this.#poolId;
  }

  /** One of its games. */
  get gid(): string {
    return this.#gids[0] ?? '';
  }

  /** What was done, for a failing test. */
  get story(): string {
    return this.#acts.join('\n');
  }

  async begin(rules: Partial<PoolRules>): Promise<void> {
    const { deps } = this.#league;
    await setTime(this.#league, START);
    this.#admin = await addPerson(deps, { name: 'Admin', isAdmin: true });
    this.#runner = await addPerson(deps, { name: 'Runner' });
    for (const name of ['Ann', 'Bob', 'Cy']) this.#people.push(await addPerson(deps, { name }));
    const members = [...this.#people.slice(0, 2), this.#runner];
    this.#poolId = await addPool(deps, { weeks: [WEEK_1, WEEK_2], rules, members, commissioners: [this.#runner] });
    for (const [at, [away, home]] of teams.entries()) {
      const weekId = at < 3 ? WEEK_1 : WEEK_2;
      const kickoff = SUNDAY_1PM + (at < 3 ? 0 : 7 * DAY_MS) + (at % 3) * 3 * HOUR;
      this.#gids.push(await addGame(deps, { weekId, home, away, kickoff }));
    }
    await this.#call('POST /api/pools/:poolId/players', this.#runner, { displayName: 'Old Tom' });
    await this.#call('POST /api/pools/:poolId/players', this.#runner, { displayName: 'Old Rip' });
  }

  async step(): Promise<void> {
    const acts = [
      () => this.#pass(),
      () => this.#pass(),
      () => this.#pick(),
      () => this.#pick(),
      () => this.#enter(),
      () => this.#enter(),
      () => this.#link(),
      () => this.#unlink(),
      () => this.#rename(),
      () => this.#addEntry(),
      () => this.#giveUp(),
      () => this.#join(),
      () => this.#editGame(),
      () => this.#moveGame(),
      () => this.#changeRules(),
      () => this.#setDefault(),
      () => this.#import(),
      () => this.#undoImport(),
      () => this.#close(),
      ...(this.#isStormy ? Array.from({ length: 6 }, () => () => this.#moveGame()) : []),
      ...(this.#isStormy ? Array.from({ length: 4 }, () => () => this.#editGame()) : []),
    ];
    await setTime(this.#league, this.#league.clock.now() + 1000);
    await this.#dice.oneOf(acts)();
    await this.#league.deps.afterCommit.idle();
  }

  /** Time passes, mostly with a sweep of the server, so that some locks are noticed late. */
  async #pass(): Promise<void> {
    const to = this.#league.clock.now() + this.#dice.oneOf([MINUTE, HOUR, 3 * HOUR, DAY_MS, 4 * DAY_MS]);
    this.#acts.push(`time passes to ${new Date(to).toISOString()}`);
    await setTime(this.#league, to);
    if (this.#dice.chance(this.#isStormy ? 0.2 : 0.75)) await this.#sweep();
  }

  /** All games have locked, and their receipts are written. */
  async end(): Promise<void> {
    await setTime(this.#league, START + 30 * DAY_MS);
    await this.#sweep();
  }

  async #sweep(): Promise<void> {
    await new ReceiptSweep({ ...this.#league.deps, onError: (error) => expect(error).toBeNull() }).sweep();
  }

  /** A call that may be refused, but does not fail. */
  async #call(name: string, as: Person, body?: object, params: object = {}): Promise<{ status: number; text: string }> {
    const input = { as, params: { poolId: this.#poolId, ...params }, ...(body && { body }) };
    const reply = await this.#league.call(name as never, input as never);
    const { status, code, text } = reply as { status: number; code: string | null; text: string };
    this.#acts.push(`${as.name}: ${name} ${JSON.stringify({ ...params, ...body })} -> ${code ?? status}`);
    expect(status, this.story).toBeLessThan(500);
    return { status, text };
  }

  /** The entries of the pool in the order in which they came. */
  async #entries() {
    const rows = await this.#league.store.db
      .selectFrom('entries')
      .innerJoin('users', 'users.id', 'entries.player_id')
      .selectAll('entries')
      .where('pool_id', '=', this.#poolId)
      .orderBy('users.display_name')
      .orderBy('number')
      .execute();
    for (const { id } of rows) if (!this.#known.includes(id)) this.#known.push(id);
    return this.#known.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  }

  async #wishes(): Promise<Wish[]> {
    const at = this.#dice.upTo(this.#gids.length - 1);
    const gid = this.#gids[at] ?? '';
    const [weekId, own] = at < 3 ? [WEEK_1, this.#gids.slice(0, 3)] : [WEEK_2, this.#gids.slice(3)];
    const side = this.#dice.oneOf(['home', 'away'] as const);
    const order = own.toSorted(() => this.#dice.upTo(2) - 1);
    return this.#dice.oneOf<Wish[]>([
      [{ kind: 'pick', about: gid, value: { side } }],
      [{ kind: 'pick', about: gid, value: { side, best: true } }],
      [{ kind: 'pick', about: gid, value: null }],
      [{ kind: 'guess', about: weekId, value: { gid: own[2] ?? '', total: this.#dice.upTo(60) } }],
      [{ kind: 'order', about: weekId, value: { order } }],
      [{ kind: 'team', about: weekId, value: { gid, team: this.#dice.oneOf(teams[at] ?? teams[0]) } }],
    ]);
  }

  async #pick(): Promise<void> {
    const entry = this.#dice.oneOf(await this.#entries());
    const owner = [...this.#people, this.#runner].find(({ userId }) => userId === entry.owner_id);
    if (owner === undefined) return;
    await this.#call('PUT /api/entries/:entryId/picks', owner, { picks: await this.#wishes() }, { entryId: entry.id });
  }

  async #enter(): Promise<void> {
    const entry = this.#dice.oneOf(await this.#entries());
    const body = { picks: await this.#wishes(), reason: 'by phone' };
    await this.#call('PUT /api/entries/:entryId/picks', this.#dice.oneOf([this.#runner, this.#admin]), body, {
      entryId: entry.id,
    });
  }

  async #link(): Promise<void> {
    const players = (await this.#entries()).filter(({ user_id }) => user_id === null);
    if (players.length === 0) return;
    const params = { entryId: this.#dice.oneOf(players).id, userId: this.#dice.oneOf(this.#people).userId };
    await this.#call(
      'POST /api/entries/:entryId/link/:userId',
      this.#dice.oneOf([this.#runner, this.#admin]),
      undefined,
      params,
    );
  }

  async #unlink(): Promise<void> {
    const entryId = this.#dice.oneOf(await this.#entries()).id;
    await this.#call('DELETE /api/entries/:entryId/link', this.#runner, { reason: 'the wrong one' }, { entryId });
  }

  async #rename(): Promise<void> {
    const entry = this.#dice.oneOf(await this.#entries());
    const person = this.#dice.oneOf([...this.#people, this.#runner]);
    const name = this.#dice.oneOf(['Lucky', 'Second', 'Zed', null]);
    await this.#dice.oneOf([
      () => this.#call('PATCH /api/entries/:entryId', person, { name }, { entryId: entry.id }),
      () => this.#call('PATCH /api/entries/:entryId', this.#runner, { name: null }, { entryId: entry.id }),
      () => this.#call('PATCH /api/profile', person, { displayName: `${person.name} ${this.#dice.upTo(9)}` }),
      () =>
        this.#call(
          'PATCH /api/pools/:poolId/players/:playerId',
          this.#runner,
          { displayName: `Old ${this.#dice.upTo(99)}` },
          { playerId: entry.player_id },
        ),
    ])();
  }

  async #addEntry(): Promise<void> {
    await this.#call('POST /api/pools/:poolId/entries', this.#dice.oneOf(this.#people), {});
  }

  async #giveUp(): Promise<void> {
    const entryId = this.#dice.oneOf(await this.#entries()).id;
    await this.#call('DELETE /api/entries/:entryId', this.#dice.oneOf(this.#people), undefined, { entryId });
  }

  async #join(): Promise<void> {
    const { userId } = this.#dice.oneOf(this.#people);
    const params = { userId };
    await this.#call(
      'PUT /api/pools/:poolId/members/:userId',
      this.#runner,
      { enabled: this.#dice.chance(0.5) },
      params,
    );
  }

  async #editGame(): Promise<void> {
    const gid = this.#dice.oneOf(this.#gids);
    const change = this.#dice.oneOf([
      { status: 'Final', homeScore: 20, awayScore: 10 },
      { void: 'cancelled' },
      { void: 'postponed' },
      { void: null },
      { kickoff: this.#league.clock.now() + (this.#dice.upTo(100) - 30) * HOUR },
    ]);
    await this.#call('PATCH /api/games/:gid', this.#admin, change, { gid });
  }

  /** By the results: to the other week, to another time, with another team, or back. */
  async #moveGame(): Promise<void> {
    const at = this.#dice.upTo(this.#gids.length - 1);
    const [away, usual, other] = teams[at] ?? teams[0];
    const home = this.#dice.oneOf([usual, usual, other]);
    const weekId = this.#dice.oneOf([WEEK_1, WEEK_2]);
    const kickoff = SUNDAY_1PM + (weekId === WEEK_1 ? 0 : 7 * DAY_MS) + this.#dice.upTo(30) * HOUR;
    const write: Partial<GameWrite> = { gid: this.#gids[at] ?? '', weekId, home, away, kickoff };
    this.#acts.push(`the results: ${JSON.stringify(write)}`);
    await addGame(this.#league.deps, write);
  }

  async #changeRules(): Promise<void> {
    const { rules } = await this.#league.store.db
      .selectFrom('pools')
      .select('rules')
      .where('id', '=', this.#poolId)
      .executeTakeFirstOrThrow();
    const now = JSON.parse(rules) as PoolRules;
    const change = this.#dice.oneOf<Partial<PoolRules>>([
      { bestBets: 3 },
      { entries: 4 },
      { tiebreak: 'none' },
      { tiebreak: 'closest' },
      { lateJoin: 'lowest' },
      { superBowlPoints: 2 },
    ]);
    const seen = Object.fromEntries(Object.keys(change).map((rule) => [rule, now[rule as keyof PoolRules]]));
    const body = { change: { rules: change }, seen: { rules: seen }, reason: 'agreed' };
    await this.#call('PATCH /api/pools/:poolId', this.#runner, body);
  }

  async #setDefault(): Promise<void> {
    const entry = this.#dice.oneOf(await this.#entries());
    const person = this.#dice.oneOf(this.#people);
    await this.#call('PUT /api/entries/:entryId/default', person, { value: { side: 'home' } }, { entryId: entry.id });
  }

  async #import(): Promise<void> {
    const entries = (await this.#entries()).filter(({ out_at }) => out_at === null).map(({ id }) => id);
    const picks = Array.from({ length: 5 }, () => {
      return [
        this.#dice.upTo(entries.length - 1),
        this.#dice.upTo(this.#gids.length - 1),
        this.#dice.oneOf(['home', 'away']),
      ];
    });
    const body = { name: 'a.csv', entries, newPlayers: [], gids: this.#gids, picks, replaces: this.#dice.chance(0.5) };
    const { status, text } = await this.#call('POST /api/pools/:poolId/imports', this.#runner, body);
    if (status === 200) this.#imports.push((JSON.parse(text) as { id: string }).id);
  }

  async #undoImport(): Promise<void> {
    const importId = this.#imports.pop();
    if (importId === undefined) return;
    await this.#call('POST /api/pools/:poolId/imports/:importId/undo', this.#runner, undefined, { importId });
  }

  /** Seldom: what follows has one person less. */
  async #close(): Promise<void> {
    if (this.#dice.chance(0.75)) return;
    const person = this.#dice.oneOf(this.#people);
    await this.#call('POST /api/profile/close', person, { confirm: CLOSE_WORD });
  }
}

async function fileOf(league: TestApp, as: Person, poolId: string): Promise<ReceiptFile> {
  const read = readReceiptFile((await league.call('GET /api/pools/:poolId/receipts', { as, params: { poolId } })).text);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

const formats: Readonly<Record<FormatName, Partial<PoolRules>>> = {
  pickem: { format: 'pickem', missed: 'own', bestBets: 1, tiebreak: 'closest', entries: 2 },
  confidence: { format: 'confidence', tiebreak: 'closest' },
  survivor: { format: 'survivor', lives: 2, entries: 2 },
};

const STEPS = 40;

describe.each(usualEngines)('Receipts on %s', (engine) => {
  const seeds = Array.from({ length: rounds(2, 20) }, (_, at) => at + 1);
  const lives = seeds.flatMap((seed) => Object.entries(formats).map(([format, rules]) => ({ seed, format, rules })));

  test.each(lives)('hold whatever people may do, in any order, and after two moves ($format, $seed)', async (life) => {
    const hosts = [await createTestApp(engine)];
    const [league] = hosts as [TestApp];
    const lived = new Life(league, life.seed);
    await lived.begin(life.rules);
    const kept: string[] = [];
    let reader = await addPerson(league.deps, { name: 'Reader', isAdmin: true });
    const check = async (where: TestApp) => {
      const { findings, latest } = await checkReceipts(sha256, await fileOf(where, reader, lived.poolId), kept);
      expect(findings, lived.story).toEqual([]);
      if (latest !== null) kept.push(latest.hash);
    };
    for (let step = 1; step <= STEPS; step += 1) {
      await lived.step();
      if (lived.isRead(step)) await check(league);
    }
    await lived.end();
    await check(league);
    expect(kept).not.toEqual([]);
    for (let move = 0; move < 2; move += 1) {
      const from = hosts.at(-1) ?? league;
      await check(from);
      const file = await moved(from, lived.poolId);
      const to = await createTestApp(engine);
      hosts.push(to);
      // An imported entry keeps its id.
      await sql.raw(`drop trigger test_entry_ids ${engine === 'postgres' ? 'on entries' : ''}`).execute(to.store.db);
      await setTime(to, league.clock.now());
      reader = await addPerson(to.deps, { name: 'Reader', isAdmin: true });
      // The ids of commissioners, who entered picks, are taken here.
      for (const { id } of file.people.filter(({ isCommissioner }) => isCommissioner)) {
        const made = await createUser(to.store.db, { displayName: 'Taken', accountId: null }, 0);
        await to.store.db.updateTable('users').set({ id }).where('id', '=', made).execute();
      }
      const by = { userId: null, addsGames: true, matchesAddresses: false, isListed: true, clock: to.clock.now };
      expect(await importPool(to.store, file, by), lived.story).toMatchObject({ id: lived.poolId });
      await check(to);
      const entryId = file.entries.find(({ outAt }) => outAt === null)?.id ?? '';
      await to.enter(reader, entryId, { gid: lived.gid, side: 'home' });
      await check(to);
    }
    for (const each of hosts) await each.close();
  });
});

async function moved({ store, clock }: TestApp, poolId: string): Promise<PoolFile> {
  const pool = await findPool(store.db, poolId);
  if (pool === null) throw new Error('The pool is gone.');
  return exportPool(store, pool, false, clock.now);
}

async function setTime({ store, clock }: TestApp, now: number): Promise<void> {
  clock.set(now);
  if (store.engine === 'postgres') await setDatabaseClock(store, now);
}
