import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OutboxKind } from './db/schema.ts';
import { outboxKinds } from './db/schema.ts';
import { VERSION } from './version.ts';

const PREFIX = 'pickem_';
/** Durations of requests that are told apart, in seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const pickResults = ['saved', 'unchanged', 'refused'] as const;
const messageResults = ['sent', 'failed'] as const;
type PickResult = (typeof pickResults)[number];
type MessageResult = (typeof messageResults)[number];

/** An answered request. */
interface Answered {
  readonly method: string;
  /** Its pattern, never its address. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** What the database says when the metrics are asked for. */
export interface StoredReadings {
  /** How many messages wait, by kind; a kind without any may be missing. */
  readonly waiting: ReadonlyMap<OutboxKind, number>;
  /** How long the oldest of them has waited; null if none waits. */
  readonly oldestAgeSeconds: number | null;
  readonly lockedGames: number;
  /** Null if the feed is off, or never succeeded. */
  readonly feedAgeSeconds: number | null;
  /** Whether the last drill found something red; null if there was none. */
  readonly isDrillRed: boolean | null;
}

/** What is read when the metrics are asked for. */
export interface Readings {
  readonly openPages: number;
  readonly isStorageOk: boolean;
  /** Null if the database does not answer: then these metrics are left out. */
  readonly stored: StoredReadings | null;
}

/**
 * The metrics of one server, in a registry of its own, because tests run many servers in a process. No label names a person, a pool, an
 * address or a pick.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];
  readonly contentType = this.#registry.contentType;

  readonly #requests = new Counter({
    name: `${PREFIX}requests_total`,
    help: 'Answered requests, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers: this.#registers,
  });
  readonly #durations = new Histogram({
    name: `${PREFIX}request_seconds`,
    help: 'How long answered requests took.',
    labelNames: ['route'],
    buckets: DURATIONS,
    registers: this.#registers,
  });
  readonly #picks = new Counter({
    name: `${PREFIX}picks_saved_total`,
    help: 'What became of picks that players and commissioners entered.',
    labelNames: ['result'],
    registers: this.#registers,
  });
  readonly #messages = new Counter({
    name: `${PREFIX}messages_total`,
    help: 'Mails, push messages and calls of hooks that were sent or given up.',
    labelNames: ['kind', 'result'],
    registers: this.#registers,
  });
  readonly #receipts = new Counter({
    name: `${PREFIX}receipt_writes_total`,
    help: 'Times that lock receipts of a pool were written.',
    registers: this.#registers,
  });
  readonly #lockedGames = this.#gauge('locked_games', 'Games that have locked.');
  readonly #waiting = new Gauge({
    name: `${PREFIX}outbox_waiting`,
    help: 'Messages that wait to be sent.',
    labelNames: ['kind'],
    registers: this.#registers,
  });
  readonly #feedAge = this.#gauge('feed_success_age_seconds', 'How long ago the feed last succeeded.');
  readonly #drillRed = this.#gauge('drill_red', 'Whether the last drill found something red.');
  readonly #storageOk = this.#gauge('storage_ok', 'Whether the database works.');
  readonly #openPages = this.#gauge('open_pages', 'Open live connections.');

  constructor() {
    // Rates need a first value.
    for (const result of pickResults) this.#picks.inc({ result }, 0);
    for (const kind of outboxKinds) for (const result of messageResults) this.#messages.inc({ kind, result }, 0);
    new Gauge({
      name: `${PREFIX}build_info`,
      help: 'The version of this server.',
      labelNames: ['version'],
      registers: this.#registers,
    }).set({ version: VERSION }, 1);
  }

  requestAnswered({ method, route, status, seconds }: Answered): void {
    this.#requests.inc({ method, route, status });
    this.#durations.observe({ route }, seconds);
  }

  pickEntered(outcome: { readonly changed: boolean } | { readonly refusal: unknown }): void {
    const result: PickResult = 'refusal' in outcome ? 'refused' : outcome.changed ? 'saved' : 'unchanged';
    this.#picks.inc({ result });
  }

  messageEnded(kind: OutboxKind, result: MessageResult): void {
    this.#messages.inc({ kind, result });
  }

  receiptsWritten(): void {
    this.#receipts.inc();
  }

  /** Watches the process and its event loop until `close`. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry, prefix: PREFIX });
  }

  /** Forgets all metrics. The timer of the event loop, which the library cannot stop, ends when it is collected as garbage. */
  close(): void {
    this.#registry.clear();
  }

  /** All metrics in Prometheus's text format. */
  text({ openPages, isStorageOk, stored }: Readings): Promise<string> {
    this.#openPages.set(openPages);
    this.#storageOk.set(isStorageOk ? 1 : 0);
    setOrLeaveOut(this.#lockedGames, stored?.lockedGames ?? null);
    setOrLeaveOut(this.#feedAge, stored?.feedAgeSeconds ?? null);
    const isDrillRed = stored?.isDrillRed ?? null;
    setOrLeaveOut(this.#drillRed, isDrillRed === null ? null : Number(isDrillRed));
    this.#waiting.reset();
    if (stored) for (const kind of outboxKinds) this.#waiting.set({ kind }, stored.waiting.get(kind) ?? 0);
    return this.#registry.metrics();
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name: `${PREFIX}${name}`, help, registers: this.#registers });
  }
}

function setOrLeaveOut(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}
