import { describe, expect, it } from 'vitest';
import type { LinkReply, UnlinkReply } from '#contract/entries.ts';
import { changeText } from '#core/changed-outcome.ts';
import { linkLines, unlinkLines } from './links.tsx';

const link: LinkReply = {
  entryName: 'Marcus Bell',
  accountName: 'Sam Okafor',
  way: 'given',
  intoName: null,
  becomesMember: false,
  withdrawn: 0,
  filled: 0,
  kept: 0,
  nextLock: Date.parse('2026-11-15T18:00:00Z'),
  changes: [],
};
const filled = { ...link, way: 'filled', intoName: link.accountName } as const;
const leaves = "'Marcus Bell' leaves the standings.";

describe('A preview of a link says', () => {
  it.each<readonly [string, LinkReply, string[]]>([
    ['who gets the entry', link, ["Sam Okafor gets the entry 'Marcus Bell'."]],
    [
      'who becomes a member',
      { ...link, becomesMember: true },
      ["Sam Okafor gets the entry 'Marcus Bell'.", 'Sam Okafor becomes a member of the pool.'],
    ],
    [
      'the deadline for making withdrawn picks again',
      { ...link, withdrawn: 7 },
      [
        "Sam Okafor gets the entry 'Marcus Bell'.",
        '7 picks of open games are withdrawn. Sam Okafor has to make them again before Sun, Nov 15, 1:00 PM EST.',
      ],
    ],
    [
      'no deadline if nothing locks any more',
      { ...link, withdrawn: 1, nextLock: null },
      ["Sam Okafor gets the entry 'Marcus Bell'.", '1 pick of open games is withdrawn.'],
    ],
    [
      'which picks fill an entry, and which are left out',
      { ...filled, filled: 34, kept: 12 },
      ["Sam Okafor's entry is filled with 34 picks of locked games; 12 are left out because it has its own.", leaves],
    ],
    [
      'which of several entries is filled',
      { ...filled, filled: 1, intoName: 'Long Shot' },
      ["Sam Okafor's entry 'Long Shot' is filled with 1 pick of locked games.", leaves],
    ],
    [
      'that nothing fills it',
      { ...filled, kept: 1, withdrawn: 2 },
      [
        "Sam Okafor's entry gets no picks; 1 is left out because it has its own.",
        leaves,
        '2 picks of open games are withdrawn. What Sam Okafor has picked stays.',
      ],
    ],
  ])('%s', (_, reply, lines) => {
    expect(linkLines(reply, 'America/New_York')).toEqual(lines);
  });
});

const undone: UnlinkReply = {
  entryName: 'Marcus Bell',
  returned: 0,
  kept: 0,
  needsReason: false,
  changes: [],
};
const alone = "'Marcus Bell' is without an account again.";
const gone = 'Picks of open games that the link withdrew stay withdrawn.';

describe('A preview of undoing a link says', () => {
  it.each<readonly [string, UnlinkReply, string[]]>([
    ['that the entry has no account, and that withdrawn picks are not back', undone, [alone, gone]],
    [
      'which picks leave the other entry, and which stay',
      { ...undone, returned: 34, kept: 2 },
      [alone, "34 picks leave Sam Okafor's entry; 2 changed since then stay.", gone],
    ],
  ])('%s', (_, reply, lines) => {
    expect(unlinkLines(reply, 'Sam Okafor')).toEqual(lines);
  });
});

it('A change names the new winner and the old one', () => {
  expect(changeText({ of: '2026-week3', what: 'winners', before: 'B', after: 'A' })).toBe(
    'Week 3: won by A instead of B',
  );
  expect(changeText({ of: '2026-week3', what: 'prize', before: 'B $5.00', after: 'A $5.00' })).toBe(
    'Prize of Week 3: A $5.00 instead of B $5.00',
  );
  expect(changeText({ of: 'season', what: 'prize', before: 'nobody', after: 'A $80.00' })).toBe(
    'Prize of the season: A $80.00 instead of nobody',
  );
});
