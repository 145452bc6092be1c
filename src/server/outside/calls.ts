import type { OutsideAnswer } from '#core/outside.ts';
import { addressRestMs, hostRestMs } from '#core/outside.ts';
import type { Cap, Lane } from '../fair-queue.ts';
import { FairQueue } from '../fair-queue.ts';

/** Calls at once of each lane: a message to a whole pool must not hold up the server. */
const SLOTS = 16;
/** Of them, for one person: addresses that never answer must not hold up everybody. */
const OF_PERSON = 4;
/** Of them, to one host that answers. */
const OF_HOST = 8;
/** Of them, to one host that has not answered last time, or was not called before. */
const OF_STRANGER = 2;
/** Of them, to all such hosts: so many host names give no advantage. */
const OF_STRANGERS = 8;
/** The most addresses and hosts that are remembered. */
const REMEMBERED = 20_000;

/** A call to an address that somebody typed, and the person for whom it is made. */
export interface Call {
  readonly lane: Lane;
  readonly whose: string;
  readonly address: string;
}

/** How often in a row nothing has answered, and until when it is left alone (real time, ms). */
interface Silence {
  readonly inRow: number;
  readonly until: number;
}

const ANSWERED: Silence = { inRow: 0, until: 0 };

/**
 * Shares out the calls to addresses that somebody typed, by person and by host, and remembers who does not answer (decision 038). Each process
 * learns by itself.
 */
export class OutsideCalls {
  readonly #queue = new FairQueue(SLOTS);
  /** By address and by host; the last called are last. */
  readonly #silences = new Map<string, Silence>();

  /** Acts once it is the call's turn. */
  take<T>({ lane, whose, address }: Call, act: () => Promise<T>): Promise<T> {
    const host = hostOf(address);
    const caps = (): Cap[] => [[`person ${whose}`, OF_PERSON], ...this.#capsOf(host)];
    return this.#queue.run({ lane, whose, caps }, act);
  }

  /**
   * Notes how a call went. @param now real time, ms
   * @returns how long its address is left alone, in ms: 0 if it has answered
   */
  note(address: string, answer: OutsideAnswer, now: number): number {
    this.#noteOf(hostOf(address), answer, now, hostRestMs);
    const { until } = this.#noteOf(address, answer, now, addressRestMs);
    return Math.max(0, until - now);
  }

  /** Until when the host of an address is left alone, real time in ms. */
  hostRestsUntil(address: string): number {
    return this.#silences.get(hostOf(address))?.until ?? 0;
  }

  #noteOf(key: string, answer: OutsideAnswer, now: number, restMs: (inRow: number) => number): Silence {
    const before = this.#silences.get(key) ?? ANSWERED;
    const isSilent = 'failure' in answer;
    // Calls that were under way together fail together: that is one silence, not many.
    if (isSilent && before.until > now) return before;
    const inRow = before.inRow + 1;
    const silence = isSilent ? { inRow, until: now + restMs(inRow) } : ANSWERED;
    this.#silences.delete(key);
    this.#silences.set(key, silence);
    const [oldest] = this.#silences.size > REMEMBERED ? this.#silences.keys() : [];
    if (oldest !== undefined) this.#silences.delete(oldest);
    return silence;
  }

  #capsOf(host: string): Cap[] {
    if (this.#silences.get(host)?.inRow === 0) return [[host, OF_HOST]];
    return [
      [host, OF_STRANGER],
      ['strangers', OF_STRANGERS],
    ];
  }
}

function hostOf(address: string): string {
  return new URL(address).host;
}
