import { run } from './program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error; // `| head` has read enough.
});

await run(process.argv.slice(2));
