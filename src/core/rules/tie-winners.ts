import type { PoolRules } from './pool-rules.ts';

/** Who wins a week that is tied, with the value of the rule in braces. Apart from the other words, which Picks doesn't load. */
export const tieWinners = {
  none: '',
  closest: '{the closest guess} wins the week.',
  'closest-early':
    "{the closest guess} wins the week. If two guesses are equally close, the one that isn't over wins; if they are the same, the earlier one does.",
  'closest-under': "{the closest guess that isn't over} wins the week; if all are over, the closest one does.",
} as const satisfies Record<PoolRules['tiebreak'], string>;
