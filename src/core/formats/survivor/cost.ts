import type { PoolRules } from '#core/rules/pool-rules.ts';

/** The rule that says what a loss costs; a pool has one life if it is left out. */
export type LifeRules = Partial<Pick<PoolRules, 'lives'>>;

/** What a team that isn't safe, or a missing one, costs its player, in words. */
interface CostWords {
  /** Said to players: `A tie costs a life`. */
  readonly costs: string;
  /** Said of anybody's week: `a tie means elimination`. */
  readonly means: string;
  /** Of a week that is over: `No team, went out`. */
  readonly cost: string;
  /** Said to a player whose last life it is: `That takes your last life`. */
  readonly takesLast: string;
  readonly tookLast: string;
  /** In the recap of a week: `Lives lost: KC 4`. */
  readonly losses: string;
  readonly noLoss: string;
}

const ofOne: CostWords = {
  costs: 'puts you out',
  means: 'means elimination',
  cost: 'went out',
  takesLast: 'puts you out',
  tookLast: 'put you out',
  losses: 'Players out',
  noLoss: 'Nobody went out.',
};

const ofMore: CostWords = {
  costs: 'costs a life',
  means: 'costs a life',
  cost: 'cost a life',
  takesLast: 'takes your last life',
  tookLast: 'was your last life',
  losses: 'Lives lost',
  noLoss: 'Nobody lost a life.',
};

/** The words for the cost of a loss. Where players have one life, a loss puts them out. */
export function costWords({ lives = 1 }: LifeRules): CostWords {
  return lives === 1 ? ofOne : ofMore;
}
