import { describe, expect, it } from 'vitest';
import { seenText } from './signed-in-devices.tsx';

const MINUTE = 60_000;

describe('When a device was seen', () => {
  it.each([
    [0, 'Active now'],
    [14 * MINUTE, 'Active now'],
    [15 * MINUTE, 'Last seen 15 minutes ago'],
    [60 * MINUTE, 'Last seen 1 hour ago'],
    [23 * 60 * MINUTE, 'Last seen 23 hours ago'],
    [24 * 60 * MINUTE, 'Last seen 1 day ago'],
    [40 * 24 * 60 * MINUTE, 'Last seen 40 days ago'],
  ])('%i ms ago: %s', (ago, text) => {
    expect(seenText(ago)).toBe(text);
  });
});
