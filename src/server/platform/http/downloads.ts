import { Readable } from 'node:stream';
import { MINUTE_MS } from '#core/time.ts';
import type { Download, Failure } from './call.ts';
import { tooBusy, tooManyRequests } from './limits.ts';

/** The longest piece that is sent at once, in bytes. */
export const PIECE_MAX = 64 * 1024;
/** Downloads at once: of one person, and in all. */
const [MOST_OF_ONE, MOST] = [2, 8];
const RETRY_MS = 2000;
/** After this a download is cut off, however slowly it is read. */
const LONGEST_MS = 5 * MINUTE_MS;

/** The downloads that are being sent in pieces, each as fast as its client reads it. */
export class Downloads {
  readonly #open: string[] = [];

  /**
   * Counts a download that comes in pieces until it is sent, and makes a stream of it.
   * @param whose a user, or the network of a call without a session
   * @returns a refusal if too many are open
   */
  start(whose: string, { download }: Download): Download | Failure<'too_many_requests' | 'busy'> {
    const { text } = download;
    if (typeof text === 'string') return { download };
    if (this.#open.filter((other) => other === whose).length >= MOST_OF_ONE) return tooManyRequests(RETRY_MS);
    if (this.#open.length >= MOST)
      return tooBusy('Too many downloads are running right now. Please try again in a moment.');
    this.#open.push(whose);
    const stream = Readable.from(evenPieces(text));
    const cut = setTimeout(() => stream.destroy(new Error('The download took too long.')), LONGEST_MS).unref();
    stream.once('close', () => {
      clearTimeout(cut);
      this.#open.splice(this.#open.indexOf(whose), 1);
    });
    return { download: { ...download, text: stream } };
  }
}

/** Joins short texts and cuts long ones, so that few pieces are sent and none is long. */
async function* evenPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    rest.push(bytes);
    length += bytes.length;
    if (length < PIECE_MAX) continue;
    const all = Buffer.concat(rest);
    const end = length - (length % PIECE_MAX);
    for (let at = 0; at < end; at += PIECE_MAX) yield all.subarray(at, at + PIECE_MAX);
    rest = [all.subarray(end)];
    length -= end;
  }
  if (length > 0) yield Buffer.concat(rest);
}
