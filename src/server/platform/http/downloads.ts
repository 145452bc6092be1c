import { Readable } from 'node:stream';
import { MINUTE_MS } from '#core/time.ts';
import type { Download, Failure } from './call.ts';
import { tooBusy, tooManyRequests } from './limits.ts';

/** The longest piece that is sent at once, in bytes. */
export const PIECE_MAX = 64 * 1024;
/** Downloads at once: of one person, and in all. */
const [MOST_OF_ONE, MOST] = [2, 8];
const RETRY_MS = 2000;
/** A download of which nothing is taken for this long makes room for another. */
const STALLED_MS = 10_000;
/** After this a download is cut off, however slowly it is read. */
const LONGEST_MS = 5 * MINUTE_MS;

interface Open {
  readonly whose: string;
  readonly stream: Readable;
  /** When its latest piece was taken, or when it began; ms. */
  takenAt: number;
}

/** The downloads that are being sent in pieces, each as fast as its client reads it. */
export class Downloads {
  readonly #open = new Set<Open>();

  /**
   * Counts a download that comes in pieces until it is sent, and makes a stream of it.
   * @param whose a user, or the network of a call without a session
   * @returns a refusal if too many are open
   */
  start(whose: string, { download }: Download): Download | Failure<'too_many_requests' | 'busy'> {
    const { text } = download;
    if (typeof text === 'string') return { download };
    const all = [...this.#open];
    if (all.filter((other) => other.whose === whose).length >= MOST_OF_ONE) return tooManyRequests(RETRY_MS);
    if (all.length >= MOST) {
      const stalled = all.find(({ takenAt }) => performance.now() - takenAt >= STALLED_MS);
      if (!stalled) return tooBusy('Too many downloads are running right now. Please try again in a moment.');
      this.#cut(stalled);
    }
    const stream = Readable.from(evenPieces(text, () => (open.takenAt = performance.now())));
    const open: Open = { whose, stream, takenAt: performance.now() };
    this.#open.add(open);
    const timer = setTimeout(() => this.#cut(open), LONGEST_MS).unref();
    stream.once('close', () => {
      clearTimeout(timer);
      this.#open.delete(open);
    });
    return { download: { ...download, text: stream } };
  }

  #cut(open: Open): void {
    this.#open.delete(open);
    open.stream.destroy(new Error('The download took too long.'));
  }
}

/** Joins short texts and cuts long ones, so that few pieces are sent and none is long. @param onTaken called after each full piece */
async function* evenPieces(texts: AsyncIterable<string>, onTaken: () => void): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    rest.push(bytes);
    length += bytes.length;
    if (length < PIECE_MAX) continue;
    const all = Buffer.concat(rest);
    const end = length - (length % PIECE_MAX);
    for (let at = 0; at < end; at += PIECE_MAX) {
      yield all.subarray(at, at + PIECE_MAX);
      onTaken();
    }
    rest = [all.subarray(end)];
    length -= end;
  }
  if (length > 0) yield Buffer.concat(rest);
}
