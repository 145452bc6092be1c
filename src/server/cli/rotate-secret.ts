import type { Command } from 'commander';
import { rotateCookieSecret } from '#server/accounts/cookie-secret-store.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { withDatabase } from './database.ts';
import { count } from './options.ts';

const help = `
For when somebody may have seen the database or a backup of it. Everybody is signed out and has to sign in again, and every
device counts as new. Servers that are running keep the old secret until they are restarted.`;

/** `rotate-secret` */
export function addRotateSecret(parent: Command): void {
  parent
    .command('rotate-secret')
    .description('make a new secret for signing cookies, which signs everybody out')
    .addHelpText('after', help)
    .action((_: object, command: Command) =>
      withDatabase(command, 'refuse', async (store) => {
        const ended = await rotateCookieSecret(store, Date.now());
        await notifyServers(store);
        console.log(`Cookies are signed with a new secret. ${count(ended, 'session')} ended.`);
        console.log('Restart every server of this league now.');
      }),
    );
}
