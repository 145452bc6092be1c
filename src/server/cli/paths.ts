import { resolve } from 'node:path';

/** A path as the person at the keyboard means it: npm runs its scripts in the project's folder, wherever it is called. */
export function fromHere(path: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: here } = process.env;
  return resolve(script === 'pickem' && here ? here : '.', path);
}
