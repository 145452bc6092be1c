/** A watched topic whose state a test sets, on Vitest's timers, and readers that record what they are sent. */
import { vi } from 'vitest';
import type { ChangeMessage, LiveMessage, StateMessage } from '#contract/live.ts';
import { toRowState, WatchedTopic } from '#server/platform/live/hub.ts';
import { Scheduler } from '#server/platform/live/scheduler.ts';

export const topic = { kind: 'games', weekId: '2026-week1' } as const;
export const NEVER = Number.POSITIVE_INFINITY;

/** A state that a test sets, with the duration and the number of its loads. */
class TopicSource {
  score = 0;
  validUntil: number | (() => number) = NEVER;
  readings = 0;
  takesMs = 0;
  failures = 0;

  readonly load = async () => {
    this.readings += 1;
    const rows = [
      { gid: 'g1', homeScore: this.score },
      { gid: 'g2', homeScore: 0 },
    ];
    if (this.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, this.takesMs));
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('The database does not answer.');
    }
    const validUntil = typeof this.validUntil === 'number' ? this.validUntil : this.validUntil();
    return { parts: toRowState({}, rows, 'gid'), rows: 'games', validUntil };
  };
}

export class TopicReader {
  readonly messages: LiveMessage[] = [];
  onMessage: () => void = () => {};

  send(message: string): void {
    this.messages.push(JSON.parse(message));
    this.onMessage();
  }

  get versions(): number[] {
    return this.messages.map((message) => (message as StateMessage | ChangeMessage).version);
  }

  get kinds(): string[] {
    return this.messages.map((message) => message.kind);
  }

  /** The score of the first game in this reader's state. */
  get score(): number | undefined {
    let score: number | undefined;
    for (const message of this.messages as (StateMessage<'games'> | ChangeMessage<'games'>)[]) {
      const rows = message.kind === 'state' ? message.rows : message.set;
      score = rows.find((row) => row.gid === 'g1')?.homeScore ?? score;
    }
    return score;
  }
}

export interface WatchedStage {
  readonly source: TopicSource;
  readonly watched: WatchedTopic;
  readonly scheduler: Scheduler;
  readonly errors: readonly unknown[];
  /** Adds a reader. */
  join(): TopicReader;
  /** Adds a reader and waits until it has the state. */
  joined(): Promise<TopicReader>;
  /** Changes the score of the first game, and reports the change. */
  change(score: number): Promise<void>;
}

export function openStage(): WatchedStage {
  const errors: unknown[] = [];
  const source = new TopicSource();
  const scheduler = new Scheduler(1);
  const watched = new WatchedTopic(topic, {
    load: source.load,
    now: () => Date.now(),
    scheduler,
    priority: 'changes',
    onError: (error) => errors.push(error),
  });
  const join = () => {
    const reader = new TopicReader();
    watched.add(reader);
    return reader;
  };
  return {
    source,
    watched,
    scheduler,
    errors,
    join,
    async joined() {
      const reader = join();
      await vi.advanceTimersByTimeAsync(1);
      return reader;
    },
    async change(score) {
      source.score = score;
      watched.invalidate();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}
