import type { PoolReply } from '#contract/pools.ts';
import { ALL_WEEKS } from '#web/parts/week-choice.ts';
import { SeasonPlan } from './season-plan.tsx';
import { SurvivorWeek } from './survivor-week.tsx';

export interface SurvivorPicksProps {
  readonly pool: PoolReply;
  readonly isMember: boolean;
  /** A week, or all of them. */
  readonly weekId: string;
}

/** The Picks of a survivor pool: a team for a week, or the teams of the season. */
export function SurvivorPicks(props: SurvivorPicksProps) {
  if (props.weekId === ALL_WEEKS) return <SeasonPlan {...props} />;
  return <SurvivorWeek key={props.weekId} {...props} />;
}
