/** The program that plays the players: autocannon in its own process, so that the load takes nothing from the server but CPU. */
import autocannon from 'autocannon';
import type { FromClient, PlannedRequest, Run, Target, ToClient } from './protocol.ts';

/** How often autocannon checks if a run is over, in ms. */
const TICK_MS = 10;
/** How long it waits for an answer, in seconds. */
const PATIENCE_S = 60;

/** A player opens a connection for each run, and continues with the first request that was not answered. */
interface Player {
  readonly requests: readonly PlannedRequest[];
  answered: number;
}

/** What a run gathers. Times in ms. */
interface Gathered {
  answers: number;
  /** From the start to the last answer. */
  elapsed: number;
  readonly latencies: number[];
  failures: number;
  firstFailure: string | null;
}

let url = '';
let players: readonly Player[] = [];

function open({ port, connections }: Target): void {
  url = `http://127.0.0.1:${port}`;
  players = connections.map((requests) => ({ requests, answered: 0 }));
}

/** @param limit when to end: after the first answer later than so many ms, or after so many answers */
async function send(limit: { readonly ms: number } | { readonly amount: number }): Promise<Gathered> {
  const gathered: Gathered = { answers: 0, elapsed: 0, latencies: [], failures: 0, firstFailure: null };
  const fail = (reason: string) => {
    gathered.failures += 1;
    gathered.firstFailure ??= reason;
  };
  const waiting = players.values();
  const setupClient = (client: autocannon.Client) => {
    const { value: player } = waiting.next();
    if (!player) throw new Error('There are more connections than players.');
    client.setRequests(remaining(player).map((request) => checked(request, fail)));
    let isOpen = false;
    client.on('response', (_status, _bytes, ms) => {
      player.answered += 1;
      gathered.answers += 1;
      gathered.elapsed = performance.now() - began;
      // The first time includes opening the connection.
      if (isOpen) {
        gathered.latencies.push(ms);
        if ('ms' in limit && gathered.elapsed >= limit.ms) instance.stop();
      }
      isOpen = true;
    });
  };
  const end = 'ms' in limit ? { duration: limit.ms / 1000 + PATIENCE_S } : limit;
  const options = {
    url,
    connections: players.length,
    timeout: PATIENCE_S,
    bailout: 1,
    sampleInt: TICK_MS,
    setupClient,
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const instance = autocannon({ ...options, ...end }, (error) => (error ? reject(error) : resolve()));
  const began = performance.now();
  instance.on('reqError', (error) => fail(String(error)));
  await promise;
  return gathered;
}

/** The round of a player from the next request on. */
function remaining({ requests, answered }: Player): PlannedRequest[] {
  const next = answered % requests.length;
  return [...requests.slice(next), ...requests.slice(0, next)];
}

/** A request whose answer is checked. */
function checked({ expected, ...request }: PlannedRequest, fail: (reason: string) => void): autocannon.Request {
  // autocannon decodes chunk by chunk: lengths are right as long as pages are ASCII.
  const isExpected = (body: string) =>
    typeof expected === 'string' ? body.startsWith(expected) : body.length === expected;
  return {
    ...request,
    onResponse: (status, body) => {
      if (status !== 200 || !isExpected(body)) fail(`${status} ${body.slice(0, 1000)}`);
    },
  };
}

async function run(ms: number): Promise<Run> {
  const { answers, elapsed, latencies, failures, firstFailure } = await send({ ms });
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: (answers / elapsed) * 1000, p50: at(0.5), p99: at(0.99), failures, firstFailure };
}

async function obey(message: ToClient): Promise<void> {
  const answer = (reply: FromClient) => process.send?.(reply);
  if (message.kind === 'open') {
    open(message.target);
  } else if (message.kind === 'run') {
    answer({ kind: 'ran', run: await run(message.ms) });
  } else {
    const { firstFailure } = await send({ amount: players.length });
    answer({ kind: 'finished', firstFailure, answered: players.map(({ answered }) => answered) });
  }
}

process.on('message', (message: ToClient) => void obey(message));
process.on('disconnect', () => process.exit(0));
