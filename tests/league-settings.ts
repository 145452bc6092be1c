import type { Settings } from '#server/platform/env/settings.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import type { Environment } from '#server/platform/env/variables.ts';
import { SettingsError } from '#server/platform/env/variables.ts';

export const PUBLIC_URL = 'https://pool.example.org';

/** The settings of a league with its URL and these environment variables. */
export function read(env: Environment): Settings {
  return readSettings({ PUBLIC_URL, ...env }, 'league');
}

/** The problems reported for such an environment; empty if none. */
export function complaint(env: Environment): string {
  try {
    read(env);
    return '';
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message;
  }
}
