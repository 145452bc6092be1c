import { expect, test } from 'vitest';
import { errors } from './errors.ts';

test.each(['disk_full', 'storage_failed', 'database_busy', 'database_away', 'stopping', 'busy', 'unexpected'] as const)(
  '%s does not claim to know whether anything was saved',
  (code) => {
    expect(errors[code].text).not.toMatch(/\b(saved|stored|kept|lost)\b/);
  },
);
