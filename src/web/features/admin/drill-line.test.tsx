import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { DrillCheck, DrillResult } from '#contract/drill.ts';
import { DrillPanel, drillText } from './drill-line.tsx';

const AT = Date.parse('2026-11-25T09:00:00Z');
const ok: DrillCheck = { check: 'disk', state: 'ok', text: '20 GB is free.' };
const clock: DrillCheck = { check: 'clock', state: 'ok', text: 'The clock is right.' };
const red: DrillCheck = { check: 'mail', state: 'red', text: "The mail server doesn't accept us: No." };
const off: DrillCheck = { check: 'backup', state: 'off', text: 'Not checked.' };
const restored = { madeAt: AT - 30 * 60_000, scores: 1234 };

const result = (more: Partial<DrillResult>): DrillResult => ({ at: AT, restored, checks: [ok], ...more });

describe('the line of the drill', () => {
  it.each<[string, DrillResult | null, string]>([
    ['none yet', null, 'No drill yet: the newest backup has not been tried.'],
    [
      'all right',
      result({}),
      'Drill on Wed, Nov 25: backup of 3:30 AM EST restored, 1,234 scores recounted, all right.',
    ],
    [
      'a backup of the day before',
      result({ restored: { madeAt: AT - 24 * 3_600_000, scores: 1 } }),
      'Drill on Wed, Nov 25: backup of Tue, Nov 24, 4:00 AM EST restored, 1 score recounted, all right.',
    ],
    ['red', result({ checks: [ok, red] }), "Drill on Wed, Nov 25: The mail server doesn't accept us: No."],
    [
      'red in two places',
      result({ checks: [{ ...ok, state: 'red', text: 'Only 1 MB is free.' }, red] }),
      "Drill on Wed, Nov 25: Only 1 MB is free. The mail server doesn't accept us: No.",
    ],
    [
      'without a backup to try',
      result({ restored: null, checks: [off, ok, clock] }),
      'Drill on Wed, Nov 25: the backup was not checked. Disk and clock are all right.',
    ],
  ])('the line of the drill: %s', (_, last, text) => {
    expect(drillText(last, 'America/New_York')).toBe(text);
  });

  const drawn = (last: DrillResult | null, isRunning = false) =>
    renderToStaticMarkup(
      <DrillPanel reply={{ last, isRunning }} isStarting={false} refusal={null} onStart={() => {}} />,
    );

  it('is red only if something is, which a sign says as well', () => {
    expect(drawn(result({}))).not.toMatch(/text-red|aria-label="Red"/);
    expect(drawn(result({ checks: [off], restored: null }))).not.toMatch(/text-red|text-turf"/);
    const shown = drawn(result({ checks: [ok, red] }));
    expect(shown).toContain('text-red');
    expect(shown).toContain('aria-label="Red"');
  });

  it('cannot be started twice', () => {
    expect(drawn(null)).not.toContain('aria-disabled');
    expect(drawn(null, true)).toContain('aria-disabled="true"');
  });
});
