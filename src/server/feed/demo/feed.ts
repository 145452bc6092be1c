import type { Store } from '#server/store/engine/connect.ts';
import type { Clock } from '../../clock.ts';
import { EVERYTHING } from '../../live/changes.ts';
import { commitChange } from '../../live/commit-change.ts';
import type { Live } from '../../live/live.ts';
import type { GameUpdate } from '../allowed.ts';
import { syncGames } from '../sync.ts';
import { DAY_MS, weekAt } from './calendar.ts';
import { heartbeat, reachedMoment } from './clock.ts';
import type { DemoGame } from './season.ts';
import { demoSeason } from './season.ts';
import { demoGameState } from './state.ts';
import { openWeeks } from './weeks.ts';

const TICK_MS = 4_000;
/** How often the demo notes how far it has come, and tells everything again: an admin may have given a field back. */
const HEARTBEAT_MS = 20_000;
/** Games this far back may still end, and games this far ahead get their lines. */
const BACK_MS = 8 * DAY_MS;
const AHEAD_MS = 14 * DAY_MS;

export interface DemoParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly live: Pick<Live, 'changed'>;
}

/** Plays the demo's games while it runs. */
export interface DemoFeed {
  /** Ends when the write that is under way has ended, and notes the moment. */
  stop(): Promise<void>;
}

/**
 * Catches up with what happened while the demo was off, then goes on with what its clock brings.
 * @param onError told of a write that failed; the next one makes up for it
 */
export async function startDemoFeed(parts: DemoParts, onError: (error: unknown) => void): Promise<DemoFeed> {
  await catchUp(parts);
  const feed = new Feed(parts);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const goOn = () => {
    timer = setTimeout(() => {
      running = feed
        .tick()
        .catch(onError)
        .then(() => (stopped ? undefined : goOn()));
    }, TICK_MS);
  };
  goOn();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await heartbeat(parts.store.db, parts.clock.now());
    },
  };
}

/** Brings weeks, games and picks to the present, day by day, as if the demo had never been off. */
export async function catchUp({ store, clock, live }: DemoParts): Promise<void> {
  const now = clock.now();
  await openWeeks(store, now);
  for (let at = (await reachedMoment(store.db)) ?? now; at < now; at += DAY_MS)
    await syncGames(store, updatesAt(at), () => at);
  await syncGames(store, updatesAt(now), () => now);
  await heartbeat(store.db, now);
  await commitChange({ store, live }, EVERYTHING);
}

class Feed {
  readonly #parts: DemoParts;
  #told = new Map<string, string>();
  #heartbeatAt = 0;

  constructor(parts: DemoParts) {
    this.#parts = parts;
  }

  async tick(): Promise<void> {
    const { store, clock, live } = this.#parts;
    const now = clock.now();
    if (await openWeeks(store, now)) await commitChange({ store, live }, EVERYTHING);
    if (now >= this.#heartbeatAt) {
      await heartbeat(store.db, now);
      this.#heartbeatAt = now + HEARTBEAT_MS;
      this.#told.clear();
    }
    const news = updatesAt(now).filter((update) => this.#told.get(update.gid) !== JSON.stringify(update));
    const { weekIds } = await syncGames(store, news, () => now);
    for (const update of news) this.#told.set(update.gid, JSON.stringify(update));
    if (weekIds.length > 0) await commitChange({ store, live }, { kind: 'games', weekIds });
  }
}

/** What there is to say, at a moment, of the games around it. */
function updatesAt(now: number): GameUpdate[] {
  const isNear = ({ kickoff }: DemoGame) => kickoff > now - BACK_MS && kickoff < now + AHEAD_MS;
  return demoSeason(weekAt(now).season)
    .filter(isNear)
    .map((game) => ({ gid: game.gid, weekId: game.weekId, ...demoGameState(game, now) }));
}
