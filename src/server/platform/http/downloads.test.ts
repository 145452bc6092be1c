import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aLeague } from '#tests/league.ts';
import { pieces } from '#tests/receipt-samples.ts';
import { until } from '#tests/until.ts';
import { Downloads, PIECE_MAX } from './downloads.ts';

const MINUTE = 60_000;

async function* texts(...all: readonly string[]): AsyncGenerator<string> {
  yield* all;
}

function start(downloads: Downloads, whose: string, text: AsyncIterable<string> = texts('one', 'two')) {
  const started = downloads.start(whose, { download: { name: 'a.txt', type: 'text/plain', text } });
  return 'failure' in started ? started.failure : (started.download.text as Readable);
}

function streamOf(text: AsyncIterable<string>): Readable {
  const stream = start(new Downloads(), 'ann', text);
  if (!(stream instanceof Readable)) throw new Error(stream);
  return stream;
}

describe('A download in pieces', () => {
  afterEach(() => vi.useRealTimers());

  test('has short texts joined and long ones cut, at no letter', async () => {
    const long = '\u{1f3c8}'.repeat(PIECE_MAX / 3);
    const sent = await pieces<Buffer>(streamOf(texts('a', 'b', long, 'c', 'd')));
    expect(sent.map(({ length }) => length)).toEqual([PIECE_MAX, expect.any(Number)]);
    expect(Buffer.concat(sent).toString()).toBe(`ab${long}cd`);
  });

  test('is read no faster than the client reads it', async () => {
    let made = 0;
    async function* endless(): AsyncGenerator<string> {
      for (;;) {
        made += 1;
        yield 'x'.repeat(PIECE_MAX);
      }
    }
    const stream = streamOf(endless());
    stream.read();
    await until(() => made > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(made).toBeLessThan(5);
    stream.destroy();
  });

  test('runs twice for one person, and eight times in all; one that ends or breaks off makes room', async () => {
    const downloads = new Downloads();
    const [first, second] = [start(downloads, 'ann'), start(downloads, 'ann')] as Readable[];
    expect(start(downloads, 'ann')).toBe('too_many_requests');
    for (const whose of ['b', 'c', 'd', 'e', 'f', 'g']) expect(start(downloads, whose)).toBeInstanceOf(Readable);
    expect(start(downloads, 'h')).toBe('busy');
    await pieces(first as Readable);
    expect(start(downloads, 'h')).toBeInstanceOf(Readable);
    second?.destroy();
    await until(() => second?.closed === true);
    expect(start(downloads, 'ann')).toBeInstanceOf(Readable);
  });

  test('makes room for another once nothing of it was taken for ten seconds', async () => {
    vi.useFakeTimers();
    const downloads = new Downloads();
    const long = () => texts('x'.repeat(9 * PIECE_MAX));
    const open = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((whose) => start(downloads, whose, long()) as Readable);
    const errors = open.map((stream) => new Promise((resolve) => stream.once('error', resolve)));
    const taken = open.map((stream) => stream[Symbol.asyncIterator]());
    const [first, second, ...others] = taken;
    const take = (some: typeof taken) => Promise.all(some.map((each) => each.next()));
    await take(taken);
    vi.advanceTimersByTime(8000);
    await take([first, ...others] as typeof taken);
    vi.advanceTimersByTime(1999);
    expect(start(downloads, 'i', long())).toBe('busy');
    vi.advanceTimersByTime(1);
    expect(start(downloads, 'i', long())).toBeInstanceOf(Readable);
    expect(start(downloads, 'j', long())).toBe('busy');
    expect(await errors[1]).toMatchObject({ message: 'The download took too long.' });
    expect(open.map(({ destroyed }) => destroyed)).toEqual(open.map((_, at) => at === 1));
    await expect(second?.next()).rejects.toThrow();
  });

  test('is cut off after five minutes', async () => {
    vi.useFakeTimers();
    const stream = streamOf(texts('slow'));
    const failed = new Promise((resolve) => stream.once('error', resolve));
    vi.advanceTimersByTime(5 * MINUTE);
    expect(await failed).toMatchObject({ message: 'The download took too long.' });
  });

  test('is refused with 429 and Retry-After while two of the same person are open', async () => {
    const { league, ann, poolId } = await aLeague('sqlite', { members: ['ann'] });
    try {
      const held = Promise.withResolvers<void>();
      vi.spyOn(Readable, 'from').mockImplementation(
        () =>
          new Readable({
            read() {
              void held.promise.then(() => this.push(null));
            },
          }),
      );
      const call = () => league.call('GET /api/pools/:poolId/receipts', { as: ann, params: { poolId } });
      const open = [call(), call()];
      await until(() => vi.mocked(Readable.from).mock.calls.length === 2);
      expect(await call()).toMatchObject({ status: 429, code: 'too_many_requests' });
      held.resolve();
      expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200]);
      vi.restoreAllMocks();
      expect((await call()).status).toBe(200);
    } finally {
      await league.close();
    }
  });
});
