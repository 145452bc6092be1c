import type { SlotKind } from '#core/pick.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';

/** The name of a format. */
export type FormatName = PoolRules['format'];

/** What is true of a format whatever its other rules are. Everything else is worked out by its functions in this folder. */
export interface Traits {
  /** What an entry is asked for. A guess belongs to no format: it follows the rule `tiebreak`. */
  readonly kinds: readonly Exclude<SlotKind, 'guess'>[];
  /** What is won: each week and, by the sum of the weeks, the season; or only the season, by those who are left. */
  readonly plays: 'weeks' | 'season';
  /** Whether each entry spreads values over the games of a week, which a right pick earns. */
  readonly hasValues: boolean;
  /** Whether nobody comes in once the first week has begun, and weeks that have begun stay as they are. */
  readonly closesAtStart: boolean;
  /** The rules that it has. */
  readonly rules: ReadonlySet<RuleName>;
  /** The choices of these rules that it does not have. */
  readonly closed: { readonly [R in RuleName]?: readonly PoolRules[R][] };
}

/** The rules that every format has. */
const common = ['format', 'entries', 'deadline', 'deadlineDay', 'deadlineTime'] as const;

/** The rules of formats in which sides are picked and points are counted. */
const ofPoints = [
  'useSpread',
  'roundSpread',
  'line',
  'push',
  'tie',
  'slate',
  'thursdayGames',
  'fridayGames',
  'saturdayGames',
  'mondayGames',
  'wildCardPoints',
  'divisionalPoints',
  'conferencePoints',
  'superBowlPoints',
  'dropWeeks',
  'lateJoin',
  'weekly',
  'tiebreak',
  'seasonTiebreak',
] as const;

/** The formats. To add one, see "How do I add" in `docs/architecture.md`. */
export const traits: Readonly<Record<FormatName, Traits>> = {
  pickem: {
    kinds: ['pick'],
    plays: 'weeks',
    hasValues: false,
    closesAtStart: false,
    rules: new Set([...common, ...ofPoints, 'games', 'missed', 'missedLimit', 'bestBets', 'upset']),
    closed: {},
  },
  confidence: {
    kinds: ['pick', 'order'],
    plays: 'weeks',
    hasValues: true,
    closesAtStart: false,
    rules: new Set([...common, ...ofPoints, 'scale']),
    closed: {},
  },
  survivor: {
    kinds: ['team'],
    plays: 'season',
    hasValues: false,
    closesAtStart: true,
    rules: new Set([
      ...common,
      'missed',
      'missedLimit',
      'lives',
      'goal',
      'survivorTie',
      'teamUses',
      'teamsAgainAfter',
      'twoTeamsFrom',
      'allOut',
      'survivors',
      'buyBacks',
      'buyBackUntil',
      'buyBackBy',
    ]),
    closed: { missed: ['home', 'away', 'favourite', 'underdog'] },
  },
};

/** Every format, the default first. */
export const formatNames = Object.keys(traits) as readonly FormatName[];

/** What is true of a pool's format. */
export function traitsOf({ format }: Pick<PoolRules, 'format'>): Traits {
  return traits[format];
}

/** Whether a pool's format asks each entry for sides, an order or a team. */
export function asksFor(kind: Traits['kinds'][number], rules: Pick<PoolRules, 'format'>): boolean {
  return traitsOf(rules).kinds.includes(kind);
}

/** Whether a pool asks each entry for a kind of pick: those of its format, and guesses by the rule `tiebreak`. */
export function hasSlots(kind: SlotKind, rules: Pick<PoolRules, 'format' | 'tiebreak'>): boolean {
  return kind === 'guess' ? rules.tiebreak !== 'none' : asksFor(kind, rules);
}
