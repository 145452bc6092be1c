/** Everything that is entered goes through one writer. The stored state must equal that of a model, which implements the rules again. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GuessValue, OrderValue, PickValue, SlotValue, SlotWish } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { sides } from '#core/types.ts';
import { addEntry } from '#server/entries/store.ts';
import { linkEntry, unlinkEntry } from '#server/entry-changes/link-store.ts';
import { importPicks, RefusedImport } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import type { OwnWrite, PickWrite } from '#server/picks/facts-reads.ts';
import type { PickOutcome } from '#server/picks/store.ts';
import { pickWriter } from '#server/picks/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { createUser } from '#server/users/store.ts';
import type { Person, PickedRow } from '#tests/builders.ts';
import { addGame, addPerson, addPool, historyOf, ownPick, ownWish, storedChoices, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import { rounds } from '#tests/long.ts';
import { enterForEntry } from './store.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const kinds = ['pick', 'guess', 'order', 'team'] as const;
const REASON = 'phoned in';

/** The choices that each format asks for, with limits if it has any. */
const formats = [
  { format: 'pickem', games: 2, bestBets: 1, tiebreak: 'closest' },
  { format: 'confidence', tiebreak: 'closest' },
  { format: 'survivor' },
] as const satisfies readonly Partial<PoolRules>[];

/** One step: a game is named by its index in the week, an entry by a word. `link` links Tom to Ann, or unlinks him. */
interface Step {
  readonly by: 'self' | 'commissioner' | 'own commissioner' | 'import' | 'link' | 'clock';
  readonly device: 0 | 1;
  readonly entry: 'ann' | 'second' | 'tom';
  readonly kind: 'pick' | 'guess' | 'week';
  readonly game: number;
  readonly side: 'home' | 'away' | null;
  readonly best: boolean | undefined;
  readonly total: number | null;
  readonly order: readonly number[];
  readonly basedOn: number | null;
  readonly ms: number;
}

const steps: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom('self', 'self', 'self', 'commissioner', 'own commissioner', 'import', 'link', 'clock'),
  device: fc.constantFrom(0, 1),
  entry: fc.constantFrom('ann', 'second', 'tom'),
  kind: fc.constantFrom('pick', 'pick', 'guess', 'week'),
  game: fc.nat(2),
  side: fc.constantFrom(...sides, null),
  best: fc.constantFrom(undefined, true, false),
  total: fc.constantFrom(41, 42, null),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  basedOn: fc.option(fc.nat(3), { freq: 2 }),
  ms: fc.constantFrom(400, 1000, 3 * HOUR),
});

type State = Omit<PickedRow, 'poolId' | 'userId' | 'entryId' | 'kind' | 'about'>;
type StoredState = Omit<PickedRow, 'poolId' | 'userId'>;

/** A value to store, no change, or a refusal. */
type Answer = { readonly store: SlotValue | null } | 'stays' | { readonly refusal: string };

/** A write, and the state it applies to. */
interface Asked<C extends SlotWish> {
  readonly by: 'self' | 'commissioner' | 'import';
  /** Whether a commissioner enters a pick for their own entry. */
  readonly isOwn: boolean;
  readonly hasAccount: boolean;
  readonly wish: C;
  readonly basedOn: number | null;
  readonly stored: State | undefined;
  readonly rules: PoolRulesOfTest;
  readonly week: readonly { readonly gid: string; readonly locked: boolean }[];
}

type PoolRulesOfTest = (typeof formats)[number];

/** A wish that is based on an older revision is refused, unless the newer one was entered for the player. */
function isOld({ stored, basedOn }: Asked<SlotWish>): boolean {
  return stored?.enteredBy === null && basedOn !== null && stored.revision > basedOn;
}

/** A file changes no existing or open picks of a person with an account, and no entered picks. */
function imported(
  { stored, hasAccount }: Asked<SlotWish>,
  isLocked: boolean,
  isSame: boolean,
  value: SlotValue,
): Answer {
  const isTheirs = stored !== undefined && (hasAccount || stored.enteredBy !== null || isSame);
  return isTheirs || (hasAccount && !isLocked) ? 'stays' : { store: value };
}

/** An equal value changes nothing, except that a player takes over a pick that was entered for them. */
function own(stored: State | undefined, value: SlotValue | null, isSame: boolean, refusal: string | null): Answer {
  if (isSame && (refusal !== null || value === null || stored?.enteredBy === null)) return 'stays';
  return refusal === null ? { store: value } : { refusal };
}

/** @param others the number of picks and marks of other games */
function pick(asked: Asked<SlotWish<'pick'>>, others: { readonly picks: number; readonly marks: number }): Answer {
  const { by, isOwn, wish, stored, rules, week } = asked;
  const isLocked = week.some(({ gid, locked }) => gid === wish.about && locked);
  const had = stored?.value as PickValue | null | undefined;
  const isMarked = wish.value !== null && (wish.value.best ?? had?.best ?? false);
  const value: PickValue | null = wish.value && { side: wish.value.side, ...(isMarked && { best: true }) };
  const isSame = had?.side === value?.side && (had?.best ?? false) === isMarked;
  const marks = 'bestBets' in rules ? rules.bestBets : 0;
  const isFull = 'games' in rules && value !== null && !had && others.picks >= rules.games;
  const isOverMarked = isMarked && had?.best !== true && others.marks >= marks;
  const overMarked = marks === 0 ? 'no_best_bets' : 'too_many_best_bets';
  const over = isFull ? 'too_many_picks' : isOverMarked ? overMarked : null;
  if (by === 'self') {
    const refusal = isLocked ? 'game_locked' : isOld(asked) ? 'newer_pick' : over;
    return own(stored, value, isSame, refusal);
  }
  if (by === 'import') {
    const answer = imported(asked, isLocked, isSame, value as PickValue);
    return answer !== 'stays' && over ? { refusal: over } : answer;
  }
  if (isLocked && isOwn) return { refusal: 'own_bus_pick' };
  if (!isLocked && had && stored?.enteredBy === null) return { refusal: 'players_own_pick' };
  if (had ? isLocked && had.side === wish.value?.side : value === null) return 'stays';
  return isFull ? { refusal: 'player_has_all_picks' } : { store: value };
}

function guess(asked: Asked<SlotWish<'guess'>>): Answer {
  const { by, isOwn, wish, stored, week } = asked;
  const tiebreak = week.at(-1);
  const { gid, total } = wish.value;
  if (gid !== tiebreak?.gid) return { refusal: 'tiebreak_changed' };
  const value: GuessValue = { gid, total };
  const had = (stored?.value as GuessValue | undefined)?.total ?? null;
  const isSame = had === total;
  if (by === 'self') {
    const refusal = tiebreak.locked ? 'guess_locked' : isOld(asked) ? 'newer_guess' : null;
    const isNothing = total === null && isSame;
    return isNothing ? 'stays' : own(stored, value, isSame, refusal);
  }
  if (by === 'import') return imported(asked, tiebreak.locked, isSame, value);
  const isEntered = stored !== undefined && stored.enteredBy !== null;
  // A refusal would tell a commissioner that the player has guessed.
  if (total === null && !isEntered && !tiebreak.locked) return 'stays';
  if (tiebreak.locked && isOwn) return { refusal: 'own_bus_pick' };
  if (!tiebreak.locked && had !== null && !isEntered) return { refusal: 'players_own_pick' };
  return had === total && (tiebreak.locked || had === null) ? 'stays' : { store: value };
}

function order(asked: Asked<SlotWish<'order'>>): Answer {
  const { by, isOwn, wish, stored, week } = asked;
  const had = stored?.value as OrderValue | null | undefined;
  const isSame = (value: OrderValue) => had?.order.join() === value.order.join();
  const isLocked = week.every(({ locked }) => locked);
  if (by === 'import') return imported(asked, isLocked, isSame(wish.value), wish.value);
  if (by === 'commissioner') {
    if (had && stored?.enteredBy === null && !isLocked) return { refusal: 'players_own_pick' };
    if (isOwn && week.some(({ locked }) => locked)) return { refusal: 'own_bus_pick' };
    return isLocked && isSame(wish.value) ? 'stays' : { store: wish.value };
  }
  const value = { order: rebased(week, had?.order ?? [], wish.value.order) };
  if (isLocked || (isSame(value) && stored?.enteredBy === null)) return 'stays';
  return isOld(asked) ? { refusal: 'newer_choice' } : { store: value };
}

/** Locked games keep their values; the others get the remaining values in the requested order. */
function rebased(week: Asked<SlotWish>['week'], had: readonly string[], wanted: readonly string[]): string[] {
  const gids = week.map(({ gid }) => gid).toSorted();
  const isOpen = (gid: string) => week.some((game) => game.gid === gid && !game.locked);
  const next = (wanted.length > 0 ? wanted : gids).filter(isOpen)[Symbol.iterator]();
  return (had.length > 0 ? had : gids).map((gid) => (isOpen(gid) ? (next.next().value ?? gid) : gid));
}

function team(asked: Asked<SlotWish<'team'>>): Answer {
  const { by, isOwn, wish, stored, week } = asked;
  const had = stored?.value as SlotWish<'team'>['value'] | undefined;
  const isSame = had?.gid === wish.value?.gid;
  const isLocked = (gid: string | undefined) => week.some((game) => game.gid === gid && game.locked);
  if (by === 'import') return imported(asked, isLocked(wish.value?.gid), isSame, wish.value as SlotValue);
  const [hadLocked, anyLocked] = [isLocked(had?.gid), isLocked(had?.gid) || isLocked(wish.value?.gid)];
  if (by === 'self') {
    const refusal = anyLocked ? 'game_locked' : isOld(asked) && !isSame ? 'newer_choice' : null;
    return own(stored, wish.value, isSame, refusal);
  }
  if (had && stored?.enteredBy === null && !hadLocked) return { refusal: 'players_own_pick' };
  if (isOwn && anyLocked) return { refusal: 'own_bus_pick' };
  return isSame && (hadLocked || !had) ? 'stays' : { store: wish.value };
}

describe.each(engines)('One way in on %s', (engine) => {
  const league = withLeague(engine);
  let nodes: Store[];
  let ann: Person;
  let chris: Person;
  let games: { readonly gid: string; readonly home: string; readonly lockAt: number }[];

  beforeAll(async () => {
    nodes = [league.store, engine === 'sqlite' ? league.store : connect(league.store.location)];
    ann = await addPerson(league.deps);
    chris = await addPerson(league.deps);
    games = [];
    for (const [home, away, after] of [
      ['PHI', 'DAL', 0],
      ['KC', 'LV', 3 * HOUR],
      ['SF', 'SEA', 6 * HOUR],
    ] as const) {
      const gid = await addGame(league.deps, { home, away, kickoff: SUNDAY_1PM + after });
      games.push({ gid, home, lockAt: LOCK + after });
    }
  });

  beforeEach(() => setClock(LOCK - 800));

  afterAll(async () => {
    if (nodes[1] !== league.store) await nodes[1]?.close();
  });

  async function setClock(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  const gidOf = (at: number) => games[at]?.gid ?? '';
  const device = (at: number) => pickWriter(nodes[at] as Store, league.clock.now);
  const poolOf = (rules: Partial<PoolRules>) =>
    addPool(league.deps, { members: [ann, chris], rules: { ...rules, entries: 3 } });

  /** All rows of a pool, as text. */
  async function rowsOf(read: typeof storedChoices, poolId: string): Promise<string[]> {
    const rows = await Promise.all(kinds.map((kind) => read(league.store.db, kind, poolId)));
    return rows.flat().map(textOf).sort();
  }

  function textOf({ entryId, kind, about, value, revision, madeAt, enteredBy, reason }: StoredState) {
    return [entryId, kind, about, JSON.stringify(value), revision, madeAt, enteredBy, reason].join(' ');
  }

  async function addPlayer(poolId: string): Promise<string> {
    const userId = await createUser(league.store.db, { displayName: 'Tom', accountId: null }, league.clock.now());
    await setMembers(league.store.db, poolId, [userId], league.clock.now());
    return userId;
  }

  /** The expected state of a pool, by the rules above. */
  class Model {
    readonly states = new Map<string, StoredState>();
    readonly replaced: string[] = [];
    readonly rules: PoolRulesOfTest;
    readonly tom: string;
    isLinked = false;

    constructor(rules: PoolRulesOfTest, tom: string) {
      this.rules = rules;
      this.tom = tom;
    }

    isAnns(entryId: string): boolean {
      return entryId !== this.tom || this.isLinked;
    }

    stateOf(entryId: string, wish: SlotWish) {
      return this.states.get(`${entryId} ${wish.kind} ${wish.about}`);
    }

    week() {
      return games.map(({ gid, lockAt }) => ({ gid, locked: league.clock.now() >= lockAt }));
    }

    answer({ entryId, actor, wish, basedOn }: PickWrite): Answer {
      const { by } = actor;
      if (by === 'link' || by === 'seed' || by === 'default') return 'stays';
      const hasAccount = this.isAnns(entryId);
      const isOwn = actor.by === 'commissioner' && actor.userId === ann.userId && hasAccount;
      const stored = this.stateOf(entryId, wish);
      const asked = { by, isOwn, hasAccount, basedOn, stored, rules: this.rules, week: this.week() };
      switch (wish.kind) {
        case 'pick':
          return pick({ ...asked, wish }, this.others(entryId, wish.about));
        case 'guess':
          return guess({ ...asked, wish });
        case 'order':
          return order({ ...asked, wish });
        case 'team':
          return team({ ...asked, wish });
      }
    }

    others(entryId: string, gid: string) {
      const values = [...this.states.values()].flatMap((state) =>
        state.kind === 'pick' && state.entryId === entryId && state.about !== gid && state.value ? [state.value] : [],
      );
      return { picks: values.length, marks: values.filter((value) => 'best' in value).length };
    }

    store(
      { entryId, kind, about }: Pick<StoredState, 'entryId' | 'kind' | 'about'>,
      value: SlotValue | null,
      by: Pick<State, 'enteredBy' | 'reason' | 'madeAt'>,
    ) {
      const key = `${entryId} ${kind} ${about}`;
      const before = this.states.get(key);
      const isKept = (state: State) =>
        Math.floor(state.madeAt / 1000) !== Math.floor(by.madeAt / 1000) || state.enteredBy !== by.enteredBy;
      if (before && isKept(before)) this.replaced.push(textOf(before));
      const revision = (before?.revision ?? 0) + 1;
      this.states.set(key, { entryId, kind, about, value, revision, ...by });
    }

    /** What a link leaves of a stored wish: it withdraws those about open games. */
    left({ kind, about, value }: StoredState): SlotValue | null {
      const isOpen = (gid: string) => this.week().some((game) => game.gid === gid && !game.locked);
      if (value === null) return null;
      if (kind === 'pick') return isOpen(about) ? null : value;
      if ('order' in value) {
        const isAllOpen = this.week().every(({ locked }) => !locked);
        return isAllOpen ? null : { order: rebased(this.week(), value.order, []) };
      }
      if (!('gid' in value) || !isOpen(value.gid)) return value;
      return 'total' in value ? { gid: value.gid, total: null } : null;
    }

    /** Links Tom to Ann. @returns whether it is refused, because a sealed team locks soon */
    link(): boolean {
      const own = [...this.states.values()].filter(({ entryId }) => entryId === this.tom);
      const week = this.week();
      const open = games.filter((game) => week.some(({ gid, locked }) => gid === game.gid && !locked));
      const isSealedTeam = ({ value }: StoredState) =>
        value !== null && 'team' in value && open.some(({ gid }) => gid === value.gid);
      const isSoon = ({ lockAt }: { readonly lockAt: number }) => lockAt <= league.clock.now() + HOUR;
      if (own.some(isSealedTeam) && open.some(isSoon)) return true;
      const madeAt = league.clock.now();
      const isPartlyOpen = ({ value }: StoredState) => value !== null && 'order' in value && open.length > 0;
      const changed = own.filter(
        (state) => isPartlyOpen(state) || JSON.stringify(this.left(state)) !== JSON.stringify(state.value),
      );
      for (const state of changed) this.store(state, this.left(state), { madeAt, enteredBy: null, reason: null });
      this.isLinked = true;
      return false;
    }

    texts(): string[] {
      return [...this.states.values()].map(textOf).sort();
    }
  }

  function wishOf({ kind, by, game, side, best, total, order: places }: Step, rules: PoolRulesOfTest): SlotWish {
    const isFile = by === 'import';
    const { gid, home } = games[game] as (typeof games)[number];
    if (rules.format === 'survivor') {
      return { kind: 'team', about: WEEK_1, value: side === null && !isFile ? null : { gid, team: home } };
    }
    if (kind === 'guess') {
      const named = game === 0 ? gid : gidOf(2);
      return { kind, about: WEEK_1, value: { gid: named, total: isFile ? (total ?? 43) : total } };
    }
    if (kind === 'week' && rules.format === 'confidence')
      return { kind: 'order', about: WEEK_1, value: { order: places.map(gidOf) } };
    if (isFile) return { kind: 'pick', about: gid, value: { side: side ?? 'home', best: best || undefined } };
    return { kind: 'pick', about: gid, value: side && { side, best: by === 'self' ? best : undefined } };
  }

  type Entries = Readonly<Record<Step['entry'], string>>;

  function writeOf(step: Step, wish: SlotWish, poolId: string, entries: Entries, model: Model): PickWrite {
    const { by, basedOn } = step;
    const isOwn = by === 'self' || by === 'own commissioner';
    const entryId = isOwn && !model.isAnns(entries[step.entry]) ? entries.ann : entries[step.entry];
    if (by === 'self') return { poolId, entryId, wish, actor: { by, userId: ann.userId }, basedOn };
    if (by === 'import') return { poolId, entryId, wish, actor: { by }, basedOn: null };
    const userId = by === 'commissioner' ? chris.userId : ann.userId;
    return { poolId, entryId, wish, actor: { by: 'commissioner', userId, reason: REASON }, basedOn: null };
  }

  /** The answer to a write, in a common form. */
  async function write(
    write: PickWrite,
    at: number,
  ): Promise<Answer | { readonly saved: number; readonly changed: boolean }> {
    const { store, clock } = league;
    const { actor, poolId, entryId, wish } = write;
    if (actor.by === 'commissioner') {
      const entering = { poolId, entryId, actor, wishes: [wish] };
      const [outcome] = (await enterForEntry(nodes[at] as Store, entering, clock.now)).outcomes;
      if (outcome === undefined) throw new Error('There is no outcome.');
      return 'refusal' in outcome ? { refusal: outcome.refusal } : outcome.changed ? { store: null } : 'stays';
    }
    if (actor.by !== 'self') {
      const imports = [{ poolId, entryId, wish, madeAt: clock.now() }];
      try {
        const file = (tx: Db) => importPicks(tx, engine, imports, { by: 'import' }, clock.now());
        return (await transact(store, file)) === 1 ? { store: null } : 'stays';
      } catch (error) {
        if (error instanceof RefusedImport) return 'stays';
        throw error;
      }
    }
    const outcome = await device(at).add({ ...write, actor });
    return outcome.saved ? { saved: outcome.revision, changed: outcome.changed } : { refusal: outcome.refusal };
  }

  /** The expected answer, by the model. */
  function expected(answer: Answer, { actor }: PickWrite, before: State | undefined) {
    const revision = before?.revision ?? 0;
    const isRefused = typeof answer === 'object' && 'refusal' in answer;
    if (actor.by === 'import') return answer === 'stays' || isRefused ? 'stays' : { store: null };
    if (isRefused) return answer;
    if (actor.by !== 'self') return answer === 'stays' ? answer : { store: null };
    return answer === 'stays' ? { saved: revision, changed: false } : { saved: revision + 1, changed: true };
  }

  /** Links Tom to Ann, or unlinks him if he is linked. */
  async function linkOrUndo(tom: string, model: Model): Promise<void> {
    const by = { userId: chris.userId, isAdmin: false, clock: league.clock.now, reason: 'a mix-up' };
    if (model.isLinked) {
      expect(await unlinkEntry(league.store, tom, by)).toMatchObject({ returned: 0, kept: 0 });
      model.isLinked = false;
    } else {
      const linked = await linkEntry(league.store, tom, ann.userId, by);
      expect(typeof linked === 'string' ? linked : linked.way).toBe(model.link() ? 'team_locks_soon' : 'given');
    }
  }

  test.each(formats)(
    'whatever order all come in while locks are reached, what stands is what was allowed last, in a $format pool',
    async (rules) => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14 }), async (list) => {
          await setClock(LOCK - 800);
          const poolId = await poolOf(rules);
          const tom = entryIdOf(poolId, await addPlayer(poolId));
          const second = await addEntry(league.store, { poolId, userId: ann.userId, name: null }, () => 0);
          const entries = { ann: entryIdOf(poolId, ann.userId), second: 'id' in second ? second.id : '', tom };
          const model = new Model(rules, tom);
          for (const step of list) {
            if (step.by === 'clock') await setClock(league.clock.now() + step.ms);
            else if (step.by === 'link') await linkOrUndo(tom, model);
            else {
              const asked = writeOf(step, wishOf(step, rules), poolId, entries, model);
              const answer = model.answer(asked);
              const before = model.stateOf(asked.entryId, asked.wish);
              expect(await write(asked, step.device)).toEqual(expected(answer, asked, before));
              if (typeof answer === 'object' && 'store' in answer) {
                const { actor, entryId, wish } = asked;
                const by =
                  actor.by === 'commissioner'
                    ? { enteredBy: actor.userId, reason: REASON }
                    : { enteredBy: null, reason: null };
                const place = { entryId, kind: wish.kind, about: wish.about };
                model.store(place, answer.store, { ...by, madeAt: league.clock.now() });
              }
            }
            expect(await rowsOf(storedChoices, poolId)).toEqual(model.texts());
          }
          const history = await rowsOf(historyOf, poolId);
          expect(history).toEqual([...model.replaced, ...model.texts()].sort());
        }),
        { numRuns: engine === 'sqlite' ? rounds(20, 60) : rounds(4, 10) },
      );
    },
  );

  describe('A write', () => {
    const order = (...at: number[]): SlotWish => ({ kind: 'order', about: WEEK_1, value: { order: at.map(gidOf) } });
    const guessed = (total: number | null): SlotWish => ({
      kind: 'guess',
      about: WEEK_1,
      value: { gid: gidOf(2), total },
    });
    const side = (of: 'home' | 'away', at = 0): SlotWish => ({ kind: 'pick', about: gidOf(at), value: { side: of } });
    const teamOf = (at: number): SlotWish => ({
      kind: 'team',
      about: WEEK_1,
      value: { gid: gidOf(at), team: games[at]?.home ?? '' },
    });

    /** The answers to simultaneous writes, in order: the revision, or the refusal. */
    async function add(...writes: readonly OwnWrite[]): Promise<(number | string)[]> {
      const writer = device(0);
      const results = await Promise.allSettled(writes.map((each) => writer.add(each)));
      return results.map((result) => {
        if (result.status === 'rejected') return 'failed';
        return result.value.saved ? result.value.revision : result.value.refusal;
      });
    }

    test.each([
      ['pick', formats[0], () => side('home')],
      ['guess', formats[0], () => guessed(42)],
      ['order', formats[1], () => order(2, 0, 1)],
      ['team', formats[2], () => teamOf(1)],
    ] as const)(
      'of a %s whose reply was lost is answered again as it was, and changes nothing',
      async (_, rules, wish) => {
        const poolId = await poolOf(rules);
        const write = ownWish({ poolId, userId: ann.userId }, wish(), 0);
        expect(await device(0).add(write)).toMatchObject({ saved: true, revision: 1, changed: true });
        const rows = await rowsOf(historyOf, poolId);
        league.clock.advance(1000);
        for (const at of [0, 1])
          expect(await device(at).add(write)).toMatchObject({ saved: true, revision: 1, changed: false });
        expect(await rowsOf(historyOf, poolId)).toEqual(rows);
      },
    );

    test('that is refused, or fails, does not affect others', async () => {
      const poolId = await poolOf(formats[0]);
      const of = (person: Person, wish: SlotWish) => ownWish({ poolId, userId: person.userId }, wish);
      await setClock(LOCK);
      const nobody = { by: 'commissioner', userId: 'nobody', reason: REASON } as const;
      const answers = await add(
        of(ann, side('home', 1)),
        of(ann, side('home')),
        { ...of(chris, side('away', 1)), actor: nobody as never },
        of(chris, side('away', 2)),
        of(ann, guessed(42)),
      );
      expect(answers).toEqual([1, 'game_locked', 'failed', 1, 1]);
      expect(await rowsOf(storedChoices, poolId)).toHaveLength(3);
    });

    test('is judged after the previous one is stored, even at the same time', async () => {
      const poolId = await poolOf(formats[0]);
      const based = (of: 'home' | 'away', basedOn: number) =>
        ownWish({ poolId, userId: ann.userId }, side(of), basedOn);
      expect(await add(based('home', 0), based('away', 1), based('home', 1))).toEqual([1, 2, 'newer_pick']);
      expect(await storedChoices(league.store.db, 'pick', poolId)).toMatchObject([
        { value: { side: 'away' }, revision: 2 },
      ]);
    });
  });

  test('a player who is linked, unlinked and linked again gets the same entry', async () => {
    const { store, clock } = league;
    const poolId = await addPool(league.deps, { members: [chris] });
    const playerId = await addPlayer(poolId);
    const entryId = entryIdOf(poolId, playerId);
    for (const _ of ['first', 'again']) {
      const by = { userId: chris.userId, isAdmin: true, clock: clock.now, reason: 'a mix-up' };
      await linkEntry(store, entryId, ann.userId, by);
      const wish = { kind: 'pick', about: gidOf(0), value: { side: 'home' } } as const;
      await device(0).add({ poolId, entryId, wish, actor: { by: 'self', userId: ann.userId }, basedOn: null });
      await unlinkEntry(store, entryId, by);
    }
    const entries = await store.db.selectFrom('entries').selectAll().where('pool_id', '=', poolId).execute();
    expect(entries.map(({ player_id }) => player_id).sort()).toEqual([chris.userId, playerId].sort());
    expect(await rowsOf(storedChoices, poolId)).toHaveLength(1);
  });

  test('two writers with the lock between them store nothing at or after it, and all that they acknowledged', async () => {
    const people: Person[] = [];
    for (let at = 0; at < 10; at += 1) people.push(await addPerson(league.deps));
    const poolId = await addPool(league.deps, { members: people });
    const writers = [device(0), device(1)];
    const answers = people.map((): Promise<PickOutcome>[] => []);
    for (let change = 0; change < 12; change += 1) {
      if (change === 6) await setClock(LOCK);
      for (const [at, { userId }] of people.entries()) {
        const wish: SlotWish = { kind: 'pick', about: gidOf(0), value: { side: change % 2 === 0 ? 'home' : 'away' } };
        const writer = writers[(at + change) % 2] as (typeof writers)[number];
        answers[at]?.push(writer.add(ownWish({ poolId, userId }, wish)));
      }
      // The first write is always stored before the lock; the others may or may not be.
      await (change === 0 ? Promise.all(answers.flat()) : new Promise((resolve) => setImmediate(resolve)));
    }
    const stored = await storedChoices(league.store.db, 'pick', poolId);
    for (const [at, { userId }] of people.entries()) {
      const outcomes = await Promise.all(answers[at] ?? []);
      const saved = outcomes.filter((outcome) => outcome.saved);
      const last = saved.reduce((best, each) => (each.revision > best.revision ? each : best));
      const row = stored.find((each) => each.userId === userId);
      expect([row?.value, row?.revision]).toEqual([last.value, last.revision]);
      expect(outcomes.slice(-2)).toContainEqual({ saved: false, refusal: 'game_locked' });
    }
    expect((await historyOf(league.store.db, 'pick', poolId)).filter(({ madeAt }) => madeAt >= LOCK)).toEqual([]);
  });

  test('two devices that each make the last pick, or mark, of a week at once never store one too many', async () => {
    const poolId = await poolOf({ games: 2, bestBets: 1 });
    const pick = (at: number, side: 'home' | null, best?: true) =>
      ownPick({ poolId, userId: ann.userId, gid: gidOf(at), side, best });
    const both = (writes: readonly OwnWrite[]) => Promise.all(writes.map((write, at) => device(at).add(write)));
    for (let round = 0; round < 8; round += 1) {
      for (const at of [1, 2]) await device(0).add(pick(at, null));
      await device(1).add(pick(0, 'home'));
      const last = await both([pick(1, 'home'), pick(2, 'home')]);
      expect(last.filter(({ saved }) => !saved)).toEqual([{ saved: false, refusal: 'too_many_picks' }]);
      const picked = last[0]?.saved ? 1 : 2;
      const marks = await both([pick(0, 'home', true), pick(picked, 'home', true)]);
      expect(marks.filter(({ saved }) => !saved)).toEqual([{ saved: false, refusal: 'too_many_best_bets' }]);
      const values = (await storedChoices(league.store.db, 'pick', poolId)).flatMap(({ value }) => value ?? []);
      expect([values.length, values.filter((value) => 'best' in value).length]).toEqual([2, 1]);
      for (const at of [0, 1, 2]) await device(0).add(pick(at, null));
    }
  });
});
