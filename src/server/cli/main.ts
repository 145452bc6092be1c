import { run } from './program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error; // The reader, such as `| head`, has closed the pipe.
});

await run(process.argv.slice(2));
