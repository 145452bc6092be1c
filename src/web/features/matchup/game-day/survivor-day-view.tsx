import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { canBuyBack } from '#core/formats/survivor/buy-backs.ts';
import type { TeamSlot } from '#core/formats/survivor/survivor.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import { gameCounts, isOver } from '#core/game.ts';
import type { SurvivorDay, SurvivorEnd, SurvivorGameReport, SurvivorStanding } from '#core/game-day/survivor.ts';
import { survivorOutlook } from '#core/game-day/survivor.ts';
import { fatesText, survivorWords } from '#core/game-day/survivor-words.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { listText } from '#core/listed.ts';
import { isLocked } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weekName } from '#core/weeks.ts';

import { useClock } from '#web/lib/clock.ts';
import { useEntries } from '#web/parts/entries.tsx';
import { Outlook } from '#web/parts/game-day.tsx';
import { isLive, LiveBadge } from '#web/parts/game-status.tsx';
import { gamesQuery } from '#web/parts/queries.ts';
import { ownTeams } from '#web/parts/survivor/own-teams.ts';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import './game-day.css';
import { Scenario } from './scenario.tsx';

export interface SurvivorDayViewProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
}

type Ends = Readonly<Record<string, SurvivorEnd>>;

const NOTHING_FIXED: Ends = {};
/** The maximum number of names in a list. */
const MAX_NAMES = 40;

/** The active week of a survivor pool in progress: who survives each way that a game can end. */
export function SurvivorDayView({ pool, standings }: SurvivorDayViewProps) {
  const weekId = standings.activeWeekId;
  const games = useQuery({ ...gamesQuery(pool.id, weekId ?? '', pool), enabled: weekId !== null });
  if (weekId === null) return <Notice icon="ball" title="No week is on." />;
  return (
    <Loaded query={games} failure="Couldn't load games" skeleton={<Skeleton className="h-96" />}>
      {(loaded) => <SurvivorWeek rules={pool.rules} standings={standings} weekId={weekId} games={loaded} />}
    </Loaded>
  );
}

interface SurvivorWeekProps extends Pick<SurvivorDayViewProps, 'standings'> {
  readonly rules: PoolRules;
  readonly weekId: string;
  readonly games: readonly GameReply[];
}

function SurvivorWeek({ rules, standings, weekId, games }: SurvivorWeekProps) {
  const { entry } = useEntries();
  const [fixed, setFixed] = useState(NOTHING_FIXED);
  const day = useSurvivorDay({ rules, standings, weekId, games }, fixed);
  const outlook = useMemo(() => survivorOutlook(day), [day]);
  const words = survivorWords(day, outlook, entry?.id ?? '');
  const names = useMemo(() => new Map(standings.rows.map(({ id, name }) => [id, name])), [standings.rows]);
  const nameOf = (id: string) => names.get(id) ?? '';
  const visibleGames = outlook.games.filter(({ ends }) => ends.home.length > 0);
  const fix = (gid: string, end: SurvivorEnd) => {
    const { [gid]: before, ...others } = fixed;
    setFixed(before === end ? others : { ...others, [gid]: end });
  };
  const supposed = games.filter((game) => fixed[game.gid] !== undefined && gameCounts(game) && !isOver(game));
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      <div className="flex flex-col gap-4 lg:col-span-2">
        {words && <Outlook label={supposed.length > 0 ? 'If it goes that way' : weekName(weekId)} words={words} />}
        <Scenario
          text={listText(supposed.map((game) => endText(game, fixed[game.gid])))}
          outcome={words?.headline ?? ''}
          onReset={() => setFixed(NOTHING_FIXED)}
        />
        <section>
          <h2 className="heading mb-2 text-xl">Who stays, game by game</h2>
          {visibleGames.length + supposed.length === 0 && (
            <p className="panel p-5 text-ink-soft">Nobody's team is showing yet. Teams show when their game locks.</p>
          )}
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            {games.map((game) => {
              const report = visibleGames.find(({ gid }) => gid === game.gid);
              if (report === undefined && !supposed.includes(game)) return null;
              return (
                <li key={game.gid}>
                  <EndsOf
                    game={game}
                    report={report}
                    nameOf={nameOf}
                    fixed={fixed[game.gid]}
                    onFix={(end) => fix(game.gid, end)}
                  />
                </li>
              );
            })}
          </ul>
        </section>
      </div>
      <Fates players={outlook.players} names={names} />
    </div>
  );
}

/** The week as this page knows it: the teams of the viewer's entries are included even while they are sealed from others. */
function useSurvivorDay({ rules, standings, weekId, games }: SurvivorWeekProps, fixed: Ends): SurvivorDay {
  const { entries } = useEntries();
  const now = useClock((time) => Math.max(0, ...games.flatMap((game) => (isLocked(game, time) ? [game.lockAt] : []))));
  return useMemo(() => {
    const place = standings.weeks.indexOf(weekId);
    const own = new Map(entries.map((entry) => [entry.id, ownTeams(entry)]));
    const players = standings.rows.flatMap(({ id, survival }) => {
      const week = survival?.weeks[place];
      if (survival === undefined || week === undefined) return [];
      const teamIn = (slot: TeamSlot, { team }: Pick<typeof week, 'team'>) => own.get(id)?.get(slot) ?? team ?? null;
      const ofSecond = week.second && {
        second: { result: week.second.result, team: teamIn(teamSlot(weekId, true), week.second) },
      };
      const { boughtBack = [], lives } = survival;
      const mayReturn = canBuyBack(weekId, boughtBack.length, rules) ? ('possible' as const) : undefined;
      const buyBack = boughtBack.includes(weekId) ? ('done' as const) : mayReturn;
      return [{ id, lives, result: week.result, team: teamIn(weekId, week), ...ofSecond, buyBack }];
    });
    return { games, players, fixed, now, rules };
  }, [weekId, games, standings, entries, fixed, now, rules]);
}

interface EndsOfProps {
  readonly game: GameReply;
  readonly report: SurvivorGameReport | undefined;
  readonly nameOf: (id: string) => string;
  readonly fixed: SurvivorEnd | undefined;
  readonly onFix: (end: SurvivorEnd) => void;
}

const orderOfEnds = ['away', 'home', 'tie'] as const satisfies readonly SurvivorEnd[];

/** A game that is not over: each possible result is a button that supposes it. */
function EndsOf({ game, report, nameOf, fixed, onFix }: EndsOfProps) {
  return (
    <article className={`panel p-3 ${fixed ? 'supposed' : ''}`}>
      <p className="flex min-h-8 items-center justify-between gap-2 px-1 text-sm text-ink-soft">
        <span className="min-w-0 pb-1 break-words">
          {game.away} {scoreOf(game, 'away')} @ {game.home} {scoreOf(game, 'home')} ·{' '}
          {game.status === 'Not Started' ? Object.values(kickoffText(game)).join(', ') : game.situation}
        </span>
        {isLive(game) && <LiveBadge />}
      </p>
      <div className="flex flex-col gap-1.5">
        {orderOfEnds.map((end) => (
          <button
            key={end}
            type="button"
            aria-pressed={fixed === end}
            onClick={() => onFix(end)}
            className="day-half flex min-h-11 items-center justify-between gap-3 rounded-lg px-3 text-left"
          >
            <span className="font-display text-lg font-semibold">{end === 'tie' ? 'Tie' : `${game[end]} wins`}</span>
            <span className="text-sm text-ink-soft">{report ? fatesText(report.ends[end], nameOf) : 'what if'}</span>
          </button>
        ))}
      </div>
    </article>
  );
}

interface FatesProps {
  readonly players: readonly SurvivorStanding[];
  readonly names: ReadonlyMap<string, string>;
}

const fateLists = [
  ['stays', 'Stay', 'text-turf'],
  ['open', 'Still open', 'text-amber'],
  ['goes', 'Go out', 'text-red'],
] as const;

/** The entries that were alive at the start of the week, by the week's effect on them. */
function Fates({ players, names }: FatesProps) {
  const { entries } = useEntries();
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? '';
    if (entries.every((entry) => entry.id !== id)) return name;
    return entries.length === 1 ? 'You' : `${name} (you)`;
  };
  return (
    <section className="panel p-4">
      <h2 className="heading text-xl">Who is left after this week</h2>
      {fateLists.map(([fate, title, color]) => {
        const those = players.filter((player) => player.fate === fate);
        return (
          <div key={fate} className="mt-3">
            <h3 className={`label ${color}`}>
              {title}: {those.length}
            </h3>
            <p className="break-words">{namesText(those.map(({ id }) => nameOf(id)))}</p>
          </div>
        );
      })}
    </section>
  );
}

/** The first names of a large pool. */
function namesText(names: readonly string[]): string {
  if (names.length === 0) return 'Nobody';
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ');
}

function scoreOf(game: GameReply, side: 'home' | 'away'): string {
  return game.status === 'Not Started' ? '' : String(game[`${side}Score`]);
}

function endText(game: GameReply, end: SurvivorEnd | undefined): string {
  return end === 'tie' ? `${game.away} and ${game.home} tie` : `${game[end ?? 'home']} wins`;
}
