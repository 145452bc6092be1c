import { useQuery } from '@tanstack/react-query';
import type { Survival } from '#contract/standings.ts';
import { costWords } from '#core/formats/survivor/cost.ts';
import type { SurvivorResult } from '#core/formats/survivor/survivor.ts';
import { teamSlots } from '#core/formats/survivor/survivor.ts';
import { capital } from '#core/listed.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { teamByAbbr } from '#core/teams.ts';
import { weekName } from '#core/weeks.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import { Lives } from '#web/parts/survivor/lives.tsx';
import { ownTeams } from '#web/parts/survivor/own-teams.ts';
import { safeText } from '#web/parts/survivor/rule-texts.ts';
import type { Win } from '#web/parts/survivor/win.ts';
import { winOf } from '#web/parts/survivor/win.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';
import type { SurvivorPicksProps } from './survivor-picks.tsx';
import './survivor.css';

/** The person's season: each week with its team and its result. */
export function SeasonPlan({ pool }: Pick<SurvivorPicksProps, 'pool'>) {
  const { entry } = useEntries();
  const standings = useQuery(standingsQuery(pool.id));
  return (
    <Loaded query={standings} failure="Couldn't load your season" skeleton={<PicksSkeleton />}>
      {({ weeks, rows, survivors = [] }) => {
        const survival = rows.find(({ id }) => id === entry?.id)?.survival;
        const teams = entry && ownTeams(entry);
        return (
          <>
            {survival && entry && (
              <p className="board flex min-h-16 items-center justify-between gap-4 px-4 py-2.5 font-display text-xl">
                {seasonText(survival, winOf({ survivors }, entry.id))}
                <Lives left={survival.lives} of={pool.rules.lives} />
              </p>
            )}
            <ol className="panel season-plan mt-5">
              {weeks.flatMap((weekId, at) =>
                teamSlots(weekId, pool.rules).map((slot) => (
                  <WeekRow
                    key={slot}
                    weekId={weekId}
                    isActive={weekId === pool.activeWeekId}
                    week={slot === weekId ? survival?.weeks[at] : survival?.weeks[at]?.second}
                    isBoughtBack={survival?.boughtBack?.includes(weekId) ?? false}
                    ownTeam={teams?.get(slot)}
                    rules={pool.rules}
                  />
                )),
              )}
            </ol>
          </>
        );
      }}
    </Loaded>
  );
}

function seasonText({ outWeekId }: Survival, win: Win | null): string {
  if (win !== null) return win === 'alone' ? 'You won the pool' : 'You shared the win';
  return outWeekId === null ? 'Your season' : `You went out in ${weekName(outWeekId)}`;
}

interface WeekRowProps {
  readonly weekId: string;
  readonly isActive: boolean;
  readonly week: Survival['weeks'][number] | undefined;
  /** Whether the entry was bought back after the week. */
  readonly isBoughtBack: boolean;
  /** The team as its owner sees it. */
  readonly ownTeam: string | undefined;
  readonly rules: PoolRules;
}

function WeekRow({ weekId, isActive, week = { result: 'open' }, isBoughtBack, ownTeam, rules }: WeekRowProps) {
  const team = week.team ?? (week.result === 'out' ? undefined : ownTeam);
  return (
    <li aria-current={isActive ? 'true' : undefined}>
      <Link to={`/picks?week=${weekId}`} className="flex min-h-11 items-center gap-1 font-display text-lg font-medium">
        {weekName(weekId)}
        <Icon name="chevronRight" className="size-4" />
      </Link>
      {team !== undefined && <Helmet team={team} side="home" className="season-plan-helmet" />}
      <span className="min-w-0 flex-1 truncate">{team === undefined ? '' : (teamByAbbr(team)?.shortName ?? team)}</span>
      <span className="ml-auto flex items-center gap-1.5 text-sm text-ink-soft">
        <ResultMark result={week.result} />
        {week.result === 'won' ? safeText(rules) : resultText(week.result, team !== undefined, rules)}
        {isBoughtBack && ', bought back'}
      </span>
    </li>
  );
}

/** A check for a safe choice and a cross for a lost life; a word is shown beside it. */
function ResultMark({ result }: { readonly result: SurvivorResult }) {
  if (result === 'won') return <Icon name="check" className="size-4 text-turf" />;
  if (result === 'lost' || result === 'missed') return <Icon name="cross" className="size-4 text-red" />;
  return null;
}

const resultTexts: Readonly<Record<Exclude<SurvivorResult, 'open' | 'won' | 'lost' | 'missed'>, string>> = {
  off: "Didn't count",
  spared: 'Nobody was safe: cost nothing',
  pending: 'Out, unless nobody is safe',
  out: 'Out',
};

/** The result of a week in words, if it is not a safe one. @param hasTeam whether a team is chosen */
function resultText(result: Exclude<SurvivorResult, 'won'>, hasTeam: boolean, rules: PoolRules): string {
  if (result === 'open') return hasTeam ? 'Chosen' : 'Open';
  const { cost } = costWords(rules);
  if (result === 'lost') return capital(cost);
  return result === 'missed' ? `No team, ${cost}` : resultTexts[result];
}
