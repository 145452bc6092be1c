import type { Command } from 'commander';
import { errors } from '#contract/errors.ts';
import { Drill } from '#server/drill/drill.ts';
import { RecentSends } from '#server/drill/recent-sends.ts';
import { tryOnThread } from '#server/drill/thread.ts';
import { createFeed } from '#server/feed/feed.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Kind } from '#server/platform/db/meta.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import { openLeagueClock } from '#server/platform/league-clock.ts';
import { createOutside } from '#server/platform/outside.ts';
import { withDatabase } from './database.ts';
import { EXIT_FAILED, Problem } from './options.ts';

const drillHelp = `
Restores the newest backup into a temporary copy and recounts its scores, and looks at disk, clock, feed, mail, push and
certificate. It takes the settings of the server from the environment. A server does the same each Wednesday at 4 AM Eastern.
Not within six hours before a lock. Where anything is red, the exit code is ${EXIT_FAILED}.`;

const marks = { ok: 'ok ', red: 'RED', off: '-  ' } as const;

/** `drill` */
export function addDrill(parent: Command): void {
  parent
    .command('drill')
    .description('try the newest backup, and look at what the league needs')
    .addHelpText('after', drillHelp)
    .action((_: object, command: Command) => withDatabase(command, 'refuse', drill));
}

async function drill(store: Store, kind: Kind): Promise<void> {
  if (kind === 'demo') throw new Problem('The demo has no backups to try.');
  const { location, engine } = store;
  const where = engine === 'postgres' ? { DATABASE_URL: location } : { DATABASE_URL: '', DATABASE_FILE: location };
  const settings = readSettings({ ...process.env, ...where }, kind);
  const clock = await openLeagueClock(store);
  const ignore = (): void => {};
  const deps = { settings, store, clock, afterCommit: { changed: ignore }, pages: createOutside() };
  const feed = createFeed(deps, { onError: ignore });
  const running = new Drill({
    settings,
    store,
    clock,
    feedHealth: feed.health,
    pushSends: new RecentSends(),
    tryBackup: tryOnThread,
    onError: (error) => {
      throw error;
    },
    onRed: ignore,
  });
  const refusal = await running.begin();
  if (refusal !== null) throw new Problem(errors[refusal].text);
  await running.idle();
  const { last } = await running.state();
  for (const { check, state, text } of last?.checks ?? []) console.log(`${marks[state]}  ${check}: ${text}`);
  if (last?.checks.some(({ state }) => state === 'red')) process.exitCode = EXIT_FAILED;
}
