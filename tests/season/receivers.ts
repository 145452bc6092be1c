/** The servers outside the league that hooks and push messages of a season go to, and what must have arrived there. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PushMessage } from '#core/push.ts';
import { DAY_MS } from '#core/time.ts';
import { CORRECTED_MS } from '#core/week-result.ts';
import type { Outside } from '#server/platform/outside.ts';
import { createOutside } from '#server/platform/outside.ts';
import type { TestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { HOUR } from '#tests/core-samples.ts';
import type { Dice } from '#tests/dice.ts';
import type { OutsideServer } from '#tests/outside-server.ts';
import { openOutsideServer, reachesTests } from '#tests/outside-server.ts';
import { Device } from '#tests/push-device.ts';
import type { Scene } from './checks.ts';

/** What a hook is told. */
interface HookBody {
  readonly type: string;
  readonly data: {
    readonly pool: { readonly id: string };
    readonly week: { readonly id: string };
    readonly lock?: string;
    readonly corrected?: true;
  };
}

interface HookCall {
  readonly id: string;
  /** The pool whose hook it is. */
  readonly poolId: string;
  readonly text: string;
  readonly isAccepted: boolean;
}

const topics = ['week.opened', 'lock.coming', 'week.decided', 'leader.changed'] as const;
/** How an attempt is answered. */
const statuses = [201, 201, 201, 500, 503] as const;
/** After so many attempts, a message to a hook is given up. */
const ATTEMPTS = 6;

export class Receivers {
  readonly #dice: Dice;
  /** The calls of hooks, in order. */
  readonly #calls: HookCall[] = [];
  /** The hook of each pool. */
  readonly #hooks = new Map<string, string>();
  /** The devices, by path. */
  readonly #devices = new Map<string, { readonly userId: string; readonly device: Device }>();
  readonly #pushes: { readonly userId: string; readonly message: PushMessage }[] = [];
  /** Messages whose process ended while it sent them, or could not store that they were sent. */
  readonly #interrupted = new Set<string>();
  readonly outside: Outside = createOutside({ ...reachesTests, timeoutMs: 10_000 });
  #server: OutsideServer | null = null;
  #isFinishing = false;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  async open(): Promise<void> {
    this.#server = await openOutsideServer((request, response) => void this.#receive(request, response));
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const status = this.#isFinishing ? 201 : this.#dice.oneOf(statuses);
    const isAccepted = status === 201;
    const path = request.url ?? '';
    const owner = this.#devices.get(path);
    if (owner === undefined)
      this.#calls.push({
        id: String(request.headers['webhook-id']),
        poolId: path.slice(1),
        text: body.toString(),
        isAccepted,
      });
    else if (isAccepted) this.#pushes.push({ userId: owner.userId, message: owner.device.read(body) });
    response.writeHead(status).end();
  }

  /** Adds a hook to each pool, and a device for each of some people. */
  async subscribe({ league, pools }: Scene, runner: Person, people: readonly Person[]): Promise<void> {
    const port = this.#server?.port ?? 0;
    for (const { id: poolId } of pools) {
      const address = `https://hooks.test:${port}/${poolId}`;
      const body = { kind: 'standard' as const, address, topics: [...topics], hours: 24 };
      const added = await league.call('POST /api/pools/:poolId/hooks', { as: runner, params: { poolId }, body });
      this.#hooks.set(poolId, added.ok().id);
    }
    for (const { userId, cookie } of people) {
      const device = new Device();
      this.#devices.set(device.path, { userId, device });
      (await league.call('PUT /api/push', { as: { cookie }, body: device.subscription(port) })).ok();
    }
  }

  /** From now on everything is accepted. */
  finish(): void {
    this.#isFinishing = true;
  }

  /** What the device of somebody has received, by the tags of the messages. */
  pushesTo(userId: string): string[] {
    return this.#pushes.filter((push) => push.userId === userId).map(({ message }) => message.tag);
  }

  /** How many messages have arrived. */
  get arrived(): { readonly hooks: number; readonly pushes: number } {
    return { hooks: this.#calls.filter(({ isAccepted }) => isAccepted).length, pushes: this.#pushes.length };
  }

  /** Messages that wait, or were left by a process that ended, are due at the next look: real time does not pass as the league's does. */
  async letWaitingBeDue({ deps, store }: TestApp): Promise<void> {
    await deps.outbox.idle();
    const left = await store.db.selectFrom('outbox').select('id').where('state', '=', 'sending').execute();
    for (const { id } of left) this.#interrupted.add(id);
    const now = Date.now();
    await store.db
      .updateTable('outbox')
      .set({ next_at: now, until: now + 24 * HOUR })
      .where('state', 'in', ['waiting', 'sending'])
      .execute();
  }

  /** Calls of hooks that were made twice, without a message, or for news that is none; and pushes of results that are not announced. */
  async problems({ league: { store }, pools, weekIds }: Scene, isOver: boolean): Promise<string[]> {
    const rows = await store.db.selectFrom('outbox').selectAll().where('kind', '=', 'hook').execute();
    const announced = await store.db.selectFrom('announced_weeks').select(['pool_id', 'week_id', 'first_at']).execute();
    const isAnnounced = (poolId: string, weekId: string) =>
      announced.some((week) => week.pool_id === poolId && week.week_id === weekId);
    const accepted = Map.groupBy(
      this.#calls.filter((call) => call.isAccepted),
      ({ id }) => id,
    );
    const found: string[] = [];
    for (const [id, calls] of accepted) {
      if (!rows.some((row) => row.id === id)) found.push(`${id} was sent but is no message: ${calls[0]?.text}`);
      if (calls.length > 1) found.push(`${id} was sent ${calls.length} times: ${calls[0]?.text}`);
    }
    for (const { id, state, failure, attempts, once } of rows) {
      const times = accepted.get(id)?.length ?? 0;
      if (state === 'sent' && times === 0) found.push(`The hook message ${id} (${once}) is sent but did not arrive`);
      // What is news until a lock only is not tried again after it.
      const isLate = /^(lock|opened) /.test(once ?? '');
      const isGivenUp = this.#interrupted.has(id) || failure === 'outdated' || isLate || Number(attempts) >= ATTEMPTS;
      if (state === 'failed' && !isGivenUp) found.push(`The hook message ${id} (${once}) was given up: ${failure}`);
      if (isOver && state === 'waiting') found.push(`The hook message ${id} (${once}) was never sent`);
    }
    const told = new Map<string, string>();
    const subjects = new Map(rows.map(({ id, once }) => [id, once]));
    for (const { id, poolId, text } of [...accepted.values()].flatMap(([call]) => call ?? [])) {
      const { type, data } = JSON.parse(text) as HookBody;
      const { week, lock = '' } = data;
      // Sunday's lock is told as the first one once the games before it are off.
      const subject = type === 'lock.coming' ? subjects.get(id) : null;
      const about = `${poolId} ${type} ${subject ?? `${week.id} ${lock}`}`;
      const isResult = type === 'week.decided' || type === 'leader.changed';
      if (data.pool.id !== poolId || !weekIds.includes(week.id)) found.push(`The hook of ${poolId} was told ${text}`);
      if (isResult && !isAnnounced(poolId, week.id)) found.push(`${about} was told but is not announced`);
      if (!isResult && told.has(about)) found.push(`${about} was told twice: ${told.get(about)} and ${text}`);
      if (type === 'week.decided' && told.has(about) && !data.corrected)
        found.push(`${about} was told twice, not as a correction: ${text}`);
      told.set(about, text);
    }
    const kickoffs = await store.db
      .selectFrom('games')
      .select((q) => ['week_id', q.fn.max('kickoff').as('last')])
      .groupBy('week_id')
      .execute();
    /** A result that comes days after its games is no news: the season was cut short. */
    const wasNews = ({ week_id, first_at }: (typeof announced)[number]) => {
      const last = kickoffs.find((week) => week.week_id === week_id)?.last ?? 0;
      return first_at !== null && first_at < last + CORRECTED_MS - 2 * DAY_MS;
    };
    if (isOver)
      for (const { id, name } of pools)
        for (const { week_id } of announced.filter((week) => week.pool_id === id && wasNews(week)))
          if (!rows.some(({ recipient, once }) => recipient === this.#hooks.get(id) && once === `decided ${week_id}`))
            found.push(`The hook of ${name} was never told of ${week_id}`);
    for (const { message } of this.#pushes) {
      const [kind = '', poolId = '', weekId = ''] = message.tag.split(' ');
      if (kind === 'week-result' && !isAnnounced(poolId, weekId)) found.push(`${message.tag} is not announced`);
    }
    return found;
  }
}
