import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { LeagueFeed } from '#server/feed/feed.ts';
import type { RecordedResponse } from '#server/feed/replay.ts';
import { Recorder, RecordingError, readRecording } from '#server/feed/replay.ts';
import { addMissingTeams } from '#server/game-changes/store.ts';
import { systemClock } from '#server/platform/clock.ts';
import { connect } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { readEspnUrl } from '#server/platform/env/settings.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';
import { EspnClient } from '../feed/espn/client.ts';
import { jobsOf } from '../feed/feed.ts';
import { replayClock, spanOf, startReplay } from '../feed/replay.ts';
import { fromHere, Problem } from './options.ts';

const recordHelp = `
Asks ESPN what the feed of a league would ask, when it would ask it, and writes every answer to DIR, until Ctrl-C. No
database is touched. ESPN_URL names another address.`;

const replayHelp = `
Answers as ESPN did, so many times as fast, beginning with the first answer. Only programs on this machine are answered:
ESPN_URL lets a league ask it. Games happen when they happened: a league with the clock of today takes their results, and
'npm run dev -- --replay DIR' lives through them.`;

const REPORT_MS = MINUTE_MS;

/** `feed record DIR`, `feed replay DIR` */
export function addFeed(parent: Command): void {
  parent
    .command('record')
    .description('save what ESPN answers')
    .argument('<dir>', 'a folder for the answers')
    .addOption(new Option('--hours <n>', 'stop after so many hours').argParser(parsePositive))
    .addHelpText('after', recordHelp)
    .action(record);
  parent
    .command('replay')
    .description('answer from a folder as ESPN did')
    .argument('<dir>', 'a folder of answers')
    .addOption(new Option('--speed <n>', 'so many times as fast').argParser(parsePositive).default(1))
    .addOption(new Option('--port <n>', 'where to listen; any free port without it').argParser(parsePort))
    .addHelpText('after', replayHelp)
    .action(replay);
}

async function record(dir: string, { hours }: { hours?: number }): Promise<void> {
  const { now } = systemClock;
  const recorder = new Recorder(fromHere(dir), now);
  const url = readEspnUrl(process.env);
  const client = new EspnClient({ url, onResponse: (answer) => recorder.add(answer) });
  const store = connect(':memory:');
  await migrate(store);
  await addMissingTeams(store.db);
  const feed = new LeagueFeed({ store, client, now, afterCommit: { changed: () => {} } });
  const jobs = new Jobs({ store, clock: systemClock, plan: jobsOf(feed), onError: (error) => console.error(error) });
  console.log(`Recording what ${url.host} answers to ${dir}. Ctrl-C ends it.`);
  jobs.start();
  const report = setInterval(() => console.log(`${recorder.count} answers`), REPORT_MS);
  await interrupted(hours === undefined ? undefined : hours * HOUR_MS);
  clearInterval(report);
  await jobs.stop();
  await store.close();
  console.log(`${recorder.count} answers are in ${dir}.`);
}

async function replay(dir: string, { speed, port }: { speed: number; port?: number }): Promise<void> {
  const folder = fromHere(dir);
  const { begin, end } = spanOf(recordingIn(folder));
  const server = await startReplay(folder, { clock: replayClock(begin, speed), ...(port ? { port } : {}) });
  console.log(`Replaying ${new Date(begin).toISOString()} to ${new Date(end).toISOString()}, ${speed} times as fast.`);
  console.log(`ESPN_URL=${server.url.origin}`);
  await interrupted();
  await server.close();
}

function recordingIn(folder: string): RecordedResponse[] {
  try {
    return readRecording(folder);
  } catch (error) {
    throw error instanceof RecordingError ? new Problem(error.message) : error;
  }
}

/** Resolves on an interrupt, or when the time is up. */
function interrupted(ms?: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms === undefined ? setInterval(() => {}, HOUR_MS) : setTimeout(done, ms);
    function done(): void {
      clearInterval(timer);
      process.removeListener('SIGINT', done);
      process.removeListener('SIGTERM', done);
      resolve();
    }
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
  });
}

function parsePositive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('A number above 0 is needed.');
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 1 to 65535.');
}
