import { Resolver } from 'node:dns/promises';

/** Finds the addresses of a name, IPv4 first; none if it has none or nobody answers. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const TRY_MS = 2000;
const TRIES = 2;

/** Asks this machine's name servers. They do not know local names, such as those in its hosts file. */
export const askNameServers: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
