import type { Settings } from '#server/platform/env/settings.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import type { Environment } from '#server/platform/env/variables.ts';
import { SettingsError } from '#server/platform/env/variables.ts';

export const PUBLIC_URL = 'https://pool.example.org';

/** The settings of a league in whose environment its own address and these variables are set. */
export function read(env: Environment): Settings {
  return readSettings({ PUBLIC_URL, ...env }, 'league');
}

/** What is said of such an environment; empty where nothing is wrong. */
export function complaint(env: Environment): string {
  try {
    read(env);
    return '';
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message;
  }
}
