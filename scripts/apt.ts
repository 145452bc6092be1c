import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether apt can install packages without a password. */
export function mayUseApt(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs the packages. @throws with apt's own output when that fails */
export function aptInstall(...packages: string[]): void {
  console.error(`Installing ${packages.join(', ')} with apt ...`);
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}

function apt(...args: string[]): void {
  const result = spawnSync('apt-get', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (result.status !== 0) {
    throw new Error(`apt-get ${args.join(' ')} failed:\n${result.stdout ?? ''}${result.stderr ?? ''}`);
  }
}
