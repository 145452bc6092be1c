/** A process that sends the requests of players, with autocannon. */
import autocannon from 'autocannon';
import { serve } from './processes.ts';
import type { LeagueRequest } from './servers.ts';

/** How often autocannon checks whether a run is over, in ms. */
const TICK_MS = 10;
/** How long it waits for a reply, in seconds. */
const PATIENCE_S = 60;

export interface PlannedRequest extends LeagueRequest {
  readonly path: string;
  /** The text that the reply's body starts with, or the body's length. */
  readonly expected: string | number;
}

/** The number of replies to each player since the process started. */
const answered: number[] = [];

/**
 * Sends requests for `ms`, each player as fast as the replies come. At the end, autocannon drops requests without a reply, and the next run
 * begins with them. The server may have handled them, so requests must be repeatable.
 */
async function run(port: number, players: readonly (readonly PlannedRequest[])[], ms: number) {
  const began = performance.now();
  let elapsed = 0;
  let count = 0;
  const problems: string[] = [];
  const waiting = players.entries();
  const setupClient = (client: autocannon.Client) => {
    const [player, requests] = waiting.next().value ?? [0, []];
    answered[player] ??= 0;
    const next = answered[player] % requests.length;
    const checked = [...requests.slice(next), ...requests.slice(0, next)].map(({ expected, ...request }) => ({
      ...request,
      onResponse: (status: number, body: string) => {
        // autocannon decodes chunk by chunk: lengths are right as long as the body is ASCII.
        const isExpected = typeof expected === 'string' ? body.startsWith(expected) : body.length === expected;
        if (status !== 200 || !isExpected) problems.push(`${status} ${body.slice(0, 1000)}`);
        answered[player] = (answered[player] ?? 0) + 1;
        count += 1;
        elapsed = performance.now() - began;
        if (elapsed >= ms) instance.stop();
      },
    }));
    client.setRequests(checked);
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const instance = autocannon(
    {
      url: `http://127.0.0.1:${port}`,
      connections: players.length,
      duration: ms / 1000 + PATIENCE_S,
      timeout: PATIENCE_S,
      bailout: 1,
      sampleInt: TICK_MS,
      setupClient,
    },
    (error) => (error ? reject(error) : resolve()),
  );
  instance.on('reqError', (error) => problems.push(String(error)));
  await promise;
  return { perSecond: (count / elapsed) * 1000, answered, problems: problems.slice(0, 1) };
}

const acts = { run };
export type LoadActs = typeof acts;
serve(acts);
