import type { DrillCheck, DrillReply, DrillResult } from '#contract/drill.ts';
import { drillChecks } from '#contract/drill.ts';
import { DRILL_QUIET_MS, drillTimeBefore } from '#core/drill.ts';
import { MINUTE_MS } from '#core/time.ts';
import { nextLockOfPools } from '#server/platform/db/league-time.ts';
import type { CheckDeps, Finding } from './checks.ts';
import { checks } from './checks.ts';
import { claimDrill, drillsSince, isClaimed, lastResult, releaseDrill, storeResult } from './store.ts';

/** When the first look is, after a start: by then the feed has asked once. In ms, like all times here. */
const FIRST_LOOK_MS = 2 * MINUTE_MS;
const LOOK_MS = MINUTE_MS;
/** The longest time of the check of the backup, and of any other. */
const LONGEST_MS = { backup: 15 * MINUTE_MS, other: MINUTE_MS / 2 } as const;
/** How long a drill is claimed for: longer than it can take. */
const CLAIM_MS = 30 * MINUTE_MS;

export interface DrillDeps extends CheckDeps {
  readonly onError: (error: unknown) => void;
  /** Called for each check that is red, in words for the log. */
  readonly onRed: (text: string) => void;
}

/** Why no drill was started. */
export type DrillRefusal = 'drill_running' | 'drill_near_lock' | 'drill_in_demo';

/**
 * Tries the newest backup and looks at what the league needs: on Wednesdays at 4 AM Eastern and on demand, on one node, never within six
 * hours before a lock. A drill that is due then, or was due while no server ran, is made up for.
 */
export class Drill {
  readonly #deps: DrillDeps;
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #running: Promise<void> = Promise.resolve();

  constructor(deps: DrillDeps) {
    this.#deps = deps;
  }

  /** Looks at intervals whether a drill is due, until `stop`. */
  start(): void {
    if (this.#deps.settings.kind === 'demo') return;
    this.#lookIn(FIRST_LOOK_MS);
  }

  /** Runs the drill if it is due. */
  async look(): Promise<void> {
    if (!(await this.#isDue()) || (await this.#refusal()) !== null) return;
    await this.#begin(() => this.#isDue());
    await this.#running;
  }

  /** Starts a drill in the background. @returns why it was not started; null if it was */
  async begin(): Promise<DrillRefusal | null> {
    return (await this.#refusal()) ?? ((await this.#begin()) ? null : 'drill_running');
  }

  async state(): Promise<DrillReply> {
    const { store, clock } = this.#deps;
    return { last: await lastResult(store.db), isRunning: await isClaimed(store.db, clock.now()) };
  }

  /** Resolves when no drill is running here. */
  idle(): Promise<void> {
    return this.#running;
  }

  /** Aborts a running drill. One that was due is made up for at the next start. */
  async stop(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#running;
  }

  #lookIn(ms: number): void {
    if (this.#end.signal.aborted) return;
    const look = async (): Promise<void> => {
      await this.look().catch(this.#deps.onError);
      this.#lookIn(LOOK_MS);
    };
    this.#timer = setTimeout(() => {
      this.#looking = look();
    }, ms).unref();
  }

  async #isDue(): Promise<boolean> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const last = await lastResult(store.db);
    return drillTimeBefore(now) > (last?.at ?? (await drillsSince(store.db, now)));
  }

  async #refusal(): Promise<DrillRefusal | null> {
    const { settings, store, clock } = this.#deps;
    if (settings.kind === 'demo') return 'drill_in_demo';
    const now = clock.now();
    const lock = await nextLockOfPools(store.db, now, now + DRILL_QUIET_MS);
    return lock === null ? null : 'drill_near_lock';
  }

  /** @param isWanted asked again once no other node can begin @returns false if a drill is running */
  async #begin(isWanted: () => Promise<boolean> = async () => true): Promise<boolean> {
    const { store, clock, onError } = this.#deps;
    const until = clock.now() + CLAIM_MS;
    if (this.#end.signal.aborted || !(await claimDrill(store.db, clock.now(), until))) return false;
    // A drill that breaks down stays claimed, so that it is not tried again every minute.
    const run = async (): Promise<void> => {
      if (await isWanted()) await this.#run();
      await releaseDrill(store.db, until);
    };
    this.#running = run().catch(onError);
    return true;
  }

  async #run(): Promise<void> {
    const at = this.#deps.clock.now();
    const found: DrillCheck[] = [];
    let restored: DrillResult['restored'] = null;
    for (const check of drillChecks) {
      const { state, text, ...finding } = await this.#check(check);
      if (this.#end.signal.aborted) return;
      found.push({ check, state, text });
      restored = finding.restored ?? restored;
      if (state === 'red') this.#deps.onRed(`Drill, ${check}: ${text}`);
    }
    await storeResult(this.#deps.store, { at, restored, checks: found });
  }

  /** Ends in time, whatever the check does; that of the backup has removed its copy by then. */
  async #check(check: DrillCheck['check']): Promise<Finding> {
    const timeout = AbortSignal.timeout(check === 'backup' ? LONGEST_MS.backup : LONGEST_MS.other);
    const signal = AbortSignal.any([this.#end.signal, timeout]);
    try {
      const finding = checks[check](this.#deps, signal);
      return await (check === 'backup' ? finding : Promise.race([finding, aborted(signal)]));
    } catch (error) {
      const why = timeout.aborted ? 'it took too long' : (error as Error).message;
      return { state: 'red', text: `This could not be checked: ${why.replace(/\.$/, '')}.` };
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
