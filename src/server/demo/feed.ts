import { DAY_MS } from '#core/time.ts';
import type { AfterCommit } from '#server/after-commit.ts';
import type { GameUpdate } from '#server/feed/sync.ts';
import { syncGames } from '#server/feed/sync.ts';
import { latestSeason } from '#server/games/reads.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { EVERYTHING } from '#server/platform/live/changes.ts';
import { reachedMoment, saveReached } from './clock.ts';
import { seedPast } from './past.ts';
import { demoGameState } from './script.ts';
import type { DemoGame } from './season.ts';
import { demoSeason, weekAt } from './season.ts';
import { openWeeks } from './weeks.ts';

const TICK_MS = 4_000;
/** How often the demo stores its time, and sends every state again, because an admin may have returned a field to the feed. */
const SAVE_REACHED_MS = 20_000;
/** In a new demo, last week's games ended this long ago, so their results are announced at once. */
const NEW_MS = 3 * DAY_MS;
/** Games up to this long ago may still end; games up to this far ahead get their spreads. */
const BACK_MS = 8 * DAY_MS;
const AHEAD_MS = 14 * DAY_MS;

export interface DemoDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly afterCommit: Pick<AfterCommit, 'changed'>;
}

/** Plays the demo's games while it runs. */
export interface DemoFeed {
  /** Waits for a write in progress, then stores the demo's time. */
  stop(): Promise<void>;
}

/** Catches up after the demo was off, then plays by its clock. @param onError called if a write failed; the next one makes up for it */
export async function startDemoFeed(deps: DemoDeps, onError: (error: unknown) => void): Promise<DemoFeed> {
  await catchUp(deps);
  const feed = new Feed(deps);
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
      await saveReached(deps.store.db, deps.clock.now());
    },
  };
}

/** Updates weeks, games and picks day by day, as if the demo had never been off. */
export async function catchUp({ store, clock, afterCommit }: DemoDeps): Promise<void> {
  const now = clock.now();
  const isNew = (await latestSeason(store.db)) === null;
  if (isNew) await seedPast(store, weekAt(now).season);
  await openWeeks(store, now);
  if (isNew) await syncGames(store, updatesAt(now - NEW_MS).filter(isFinal), () => now - NEW_MS);
  for (let at = (await reachedMoment(store.db)) ?? now; at < now; at += DAY_MS)
    await syncGames(store, updatesAt(at), () => at);
  await syncGames(store, updatesAt(now), () => now);
  await saveReached(store.db, now);
  afterCommit.changed(EVERYTHING);
}

class Feed {
  readonly #deps: DemoDeps;
  #sent = new Map<string, string>();
  #saveReachedAt = 0;

  constructor(deps: DemoDeps) {
    this.#deps = deps;
  }

  async tick(): Promise<void> {
    const { store, clock, afterCommit } = this.#deps;
    const now = clock.now();
    if (await openWeeks(store, now)) afterCommit.changed(EVERYTHING);
    if (now >= this.#saveReachedAt) {
      await saveReached(store.db, now);
      this.#saveReachedAt = now + SAVE_REACHED_MS;
      this.#sent.clear();
    }
    const updates = updatesAt(now).filter((update) => this.#sent.get(update.gid) !== JSON.stringify(update));
    const { weekIds } = await syncGames(store, updates, () => now);
    for (const update of updates) this.#sent.set(update.gid, JSON.stringify(update));
    if (weekIds.length > 0) afterCommit.changed({ kind: 'games', weekIds });
  }
}

function isFinal({ status }: GameUpdate): boolean {
  return status === 'Final';
}

/** The updates of the games around a given time. */
function updatesAt(now: number): GameUpdate[] {
  const isNear = ({ kickoff }: DemoGame) => kickoff > now - BACK_MS && kickoff < now + AHEAD_MS;
  return demoSeason(weekAt(now).season)
    .filter(isNear)
    .map((game) => ({ gid: game.gid, weekId: game.weekId, ...demoGameState(game, now) }));
}
