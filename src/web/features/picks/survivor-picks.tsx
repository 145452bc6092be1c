import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { ChoiceRefusal, TeamChoice } from '#core/formats/survivor/survivor.ts';
import { choiceScore, teamSlot } from '#core/formats/survivor/survivor.ts';
import { teamCounts } from '#core/formats/survivor/team-counts.ts';
import type { WeekStage } from '#core/formats/survivor/week.ts';
import { asksForTeam, isShutOut, teamRefusal, weekStage } from '#core/formats/survivor/week.ts';
import type { KickoffSlot } from '#core/game.ts';
import { gameCounts, isOver, kickoffSlots } from '#core/game.ts';
import { percentsByLine } from '#core/game-day/chance.ts';
import { percentText } from '#core/game-day/percent.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { isLocked } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { lineSentence } from '#core/short-line.ts';
import { poolLine } from '#core/spread.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { lockText, PICKS_CLOSED_TEXT } from '#web/parts/countdown.ts';
import { EntryName, useEntries } from '#web/parts/entries.tsx';
import { isLive, LiveBadge, StatusBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import { BuyBackButton } from '#web/parts/survivor/buy-back-button.tsx';
import { Lives } from '#web/parts/survivor/lives.tsx';
import { ownTeams } from '#web/parts/survivor/own-teams.ts';
import { usesText } from '#web/parts/survivor/rule-texts.ts';
import type { TeamWeek } from '#web/parts/survivor/team-week.ts';
import { stageText, useTeamWeeks } from '#web/parts/survivor/team-week.ts';
import { ALL_WEEKS } from '#web/parts/week-choice.ts';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { ChanceBar } from '#web/ui/chance-bar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { AdminModeProps, CardAction } from './admin-mode.tsx';
import { ByeTeams } from './bye-teams.tsx';
import { Copy } from './copy.tsx';
import { DefaultPick } from './default-pick.tsx';
import { cardId } from './moving.tsx';
import { NotPlaying } from './not-playing.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';
import { SeasonPlan } from './season-plan.tsx';
import { tappedTeam } from './taps.ts';
import { isComing, useTeamRecords } from './team-records.ts';
import './survivor.css';

const AdminMode = lazyPart<AdminModeProps>(async () => (await import('./admin-mode.tsx')).AdminMode);

export interface SurvivorPicksProps {
  readonly pool: PoolReply;
  readonly isMember: boolean;
  /** A week, or all weeks. */
  readonly weekId: string;
}

/** The Picks screen of a survivor pool: a team for a week, or the teams of the season. */
export function SurvivorPicks(props: SurvivorPicksProps) {
  if (props.weekId === ALL_WEEKS) return <SeasonPlan {...props} />;
  return <SurvivorWeek key={props.weekId} {...props} />;
}

/** The games of a week: one tap chooses a team. */
export function SurvivorWeek({ pool, isMember, weekId }: SurvivorPicksProps) {
  return (
    <WeekLoader pool={pool} weekId={weekId} skeleton={<PicksSkeleton />}>
      {({ games }) =>
        games.length === 0 ? (
          <Notice icon="ball" title="No games available for this week">
            <p>Check back when the schedule is out.</p>
          </Notice>
        ) : (
          <Week pool={pool} weekId={weekId} games={games} isMember={isMember} />
        )
      }
    </WeekLoader>
  );
}

interface WeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly games: readonly GameReply[];
  readonly isMember: boolean;
}

function Week({ pool, weekId, games, isMember }: WeekProps) {
  const owns = useTeamWeeks(pool, weekId, games);
  const facts = useTeamFacts(pool, weekId, games);
  const [open, closed] = useOpenFirst(games);
  const stages = useClock((now) =>
    owns.map(({ holder }) => weekStage(weekId, games, holder, now, pool.rules)).join(' '),
  ).split(' ') as WeekStage[];
  const stageOf = (at: number) => stages[at] ?? 'choose';
  const me = useMe();
  const [action, setAction] = useState<CardAction | undefined>();
  return (
    <>
      {isMember ? (
        <div className="grid grid-cols-1 gap-2">
          {owns.map((own, at) => (
            <StageBoard key={teamSlot(weekId, own.isSecond)} {...{ pool, weekId, games, own }} stage={stageOf(at)}>
              {!own.isSecond && (
                <>
                  <Copy pool={pool} weekId={weekId} games={games} />
                  <DefaultPick pool={pool} weekId={weekId} />
                </>
              )}
            </StageBoard>
          ))}
        </div>
      ) : (
        <NotPlaying />
      )}
      {me.isAdmin && (
        <div className="mt-3 min-h-11">
          <AdminMode onAction={(next) => setAction(() => next)} />
        </div>
      )}
      <div className="slots mt-5 grid grid-cols-1 gap-x-4 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        {[...kickoffSlots(open), ...kickoffSlots(closed)].map((slot) => (
          <ChoiceSlot
            key={slot.games[0]?.gid}
            slot={slot}
            rules={pool.rules}
            weekId={weekId}
            games={games}
            owns={owns}
            facts={facts}
            isMember={isMember}
            action={action}
          />
        ))}
      </div>
      <div className="mt-10">
        <ByeTeams games={games} />
      </div>
      {isMember && <ChoiceDock weekId={weekId} owns={owns} stageOf={stageOf} rules={pool.rules} />}
    </>
  );
}

/** The open games, and those that had locked when the week was opened: a game that locks later stays in place. */
function useOpenFirst(games: readonly GameReply[]): [open: readonly GameReply[], closed: readonly GameReply[]] {
  const locked = useClock((now) =>
    games
      .filter((game) => isLocked(game, now))
      .map(({ gid }) => gid)
      .join(' '),
  );
  const [before] = useState(() => new Set(locked.split(' ')));
  return [games.filter(({ gid }) => !before.has(gid)), games.filter(({ gid }) => before.has(gid))];
}

interface StageBoardProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly games: readonly GameReply[];
  readonly own: TeamWeek;
  readonly stage: WeekStage;
  /** Further actions. */
  readonly children: ReactNode;
}

/** The board at the top: what the week needs or how it ended, and the lives left. */
function StageBoard({ pool, weekId, games, own, stage, children }: StageBoardProps) {
  const { choice } = own.holder;
  const game = games.find(({ gid }) => gid === choice?.gid);
  const { title, note, look } = stageText(stage, weekId, { ...own, rules: pool.rules });
  return (
    <section
      aria-label={own.isSecond ? 'Your second team' : 'Your team'}
      className="board flex min-h-16 flex-wrap items-center gap-x-5 gap-y-2 px-4 py-2.5"
    >
      {choice && game && stage !== 'out' && stage !== 'replace' && (
        <Helmet team={choice.team} side={choice.team === game.home ? 'home' : 'away'} className="h-12 w-14" />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex items-center gap-3">
          <p role="status" className={`led min-w-0 flex-1 text-2xl ${look}`}>
            {title}
          </p>
          {!own.isSecond && own.lives !== undefined && (
            <p className="text-xl md:hidden">
              <Lives left={own.lives} of={pool.rules.lives} />
            </p>
          )}
        </div>
        <p className="text-sm text-board-soft">
          {note}
          {stage === 'chosen' &&
            ` Tap ${choice?.team} to ${own.bus === undefined ? 'take it back' : 'make it your own'}.`}
        </p>
        {own.bus !== undefined && (
          <p className="text-sm break-words text-board-soft">Entered for you{own.bus && `: ${own.bus}`}</p>
        )}
        {own.isAuto && <p className="text-sm text-board-soft">From your list, because you didn't choose a team.</p>}
        {own.failure !== undefined && (
          <p role="alert" className="text-sm text-led-red">
            {own.failure}
          </p>
        )}
      </div>
      {!own.isSecond && <BuyBackButton pool={pool} weekId={weekId} own={own} choosesHere />}
      {children}
      <p className="font-display text-lg text-board-soft max-md:hidden">
        <ChoiceSaving own={own} stage={stage} />
      </p>
      {!own.isSecond && own.lives !== undefined && (
        <p className="text-xl max-md:hidden">
          <Lives left={own.lives} of={pool.rules.lives} />
        </p>
      )}
    </section>
  );
}

type OwnTeamWeeks = readonly [TeamWeek, ...TeamWeek[]];

/** What cards say about teams, besides the viewer's own ones. */
interface TeamFacts {
  /** By abbreviation. */
  readonly records: Readonly<Record<string, string>>;
  /** Null until the standings are known. */
  readonly counts: ReturnType<typeof teamCounts> | null;
}

function useTeamFacts({ id: poolId, rules }: PoolReply, weekId: string, games: readonly GameReply[]): TeamFacts {
  const records = useTeamRecords(games);
  const { data: standings } = useQuery(standingsQuery(poolId));
  const { entries } = useEntries();
  return useMemo(() => {
    if (standings === undefined) return { records, counts: null };
    const rows = standings.rows.flatMap(({ id, survival }) => (survival ? [{ id, weeks: survival.weeks }] : []));
    const own = new Map(entries.map((entry) => [entry.id, ownTeams(entry)]));
    return { records, counts: teamCounts(standings.weeks, rows, weekId, own, rules) };
  }, [standings, records, entries, weekId, rules]);
}

interface ChoiceSlotProps {
  readonly slot: KickoffSlot<GameReply>;
  readonly rules: PoolRules;
  readonly weekId: string;
  /** All games of the week. */
  readonly games: readonly GameReply[];
  readonly owns: OwnTeamWeeks;
  readonly facts: TeamFacts;
  readonly isMember: boolean;
  /** In Admin Mode. */
  readonly action: CardAction | undefined;
}

/** The games that kick off together, under their time and the time left to choose their teams. */
function ChoiceSlot({ slot, rules, weekId, games, owns, facts, isMember, action }: ChoiceSlotProps) {
  const { kickoff, timeTbd, lockAt } = slot;
  const { day, time } = kickoffText(slot);
  const lock = useClock((now) => (lockAt === null ? null : lockText({ kickoff, timeTbd, lockAt }, now)));
  const isClosed = lock === PICKS_CLOSED_TEXT;
  return (
    <section className="choice-slot">
      <div className="choice-slot-head">
        <h2 className="heading text-xl">
          {day} <span className="text-ink-soft">· {time}</span>
        </h2>
        {lock !== null && (
          <p className={`label flex items-center gap-1.5 ${isClosed ? 'text-ink-faint' : 'text-amber'}`}>
            <Icon name={isClosed ? 'lock' : 'clock'} className="size-4" />
            {lock}
          </p>
        )}
      </div>
      <ul>
        {slot.games.map((game) => (
          <li key={game.gid}>
            <ChoiceCard {...{ game, rules, weekId, games, owns, facts, isMember, action }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChoiceCardProps {
  readonly game: GameReply;
  readonly rules: PoolRules;
  readonly weekId: string;
  /** All games of the week. */
  readonly games: readonly GameReply[];
  readonly owns: OwnTeamWeeks;
  readonly facts: TeamFacts;
  readonly isMember: boolean;
}

/** One game: each of its teams is a button, unless it cannot be chosen. */
function ChoiceCard({ action, ...card }: ChoiceCardProps & Pick<ChoiceSlotProps, 'action'>) {
  const { game } = card;
  const closed = useClock((now) => isLocked(game, now)) || game.status !== 'Not Started';
  const showsStatus = game.status !== 'Not Started' || game.void !== null;
  return (
    <article
      id={cardId(game.gid)}
      aria-label={`${teamName(game.away)} at ${teamName(game.home)}`}
      className="panel choice-card"
    >
      {(showsStatus || closed) && (
        <p className="choice-card-head">
          <span className="min-w-0 flex-1">{game.situation === game.status ? '' : game.situation}</span>
          {showsStatus ? <StatusBadge game={game} /> : PICKS_CLOSED_TEXT}
          {isLive(game) && <LiveBadge />}
        </p>
      )}
      <div className="choice-card-teams">
        {(['away', 'home'] as const).map((side) => (
          <TeamButton key={side} side={side} {...card} />
        ))}
      </div>
      <ChoiceFoot {...card} isLocked={closed} />
      {action && <div className="px-3 text-right">{action(game)}</div>}
    </article>
  );
}

interface ChoiceFootProps extends Pick<ChoiceCardProps, 'game' | 'rules' | 'facts'> {
  readonly isLocked: boolean;
}

/**
 * Below the teams: who is favored, and how often each is used; once the game is locked, how many have it. It always takes its line. No 0 is
 * shown then: until the standings are read after the lock, they say of no team who has it.
 */
function ChoiceFoot({ game, rules, facts: { counts }, isLocked: closed }: ChoiceFootProps) {
  const count = (side: Side) => {
    if (counts === null || !gameCounts(game)) return null;
    const [team, chosen, used] = [game[side], counts.chosen.get(game[side]) ?? 0, counts.used.get(game[side]) ?? 0];
    if (closed && chosen === 0) return null;
    return (
      <>
        <span className="sr-only">{team}: </span>
        {closed ? `${chosen} on it` : used === 0 ? 'Not used' : `Used ${used}×`}
      </>
    );
  };
  return (
    <p className="choice-card-foot">
      <span>{count('away')}</span>
      <span>{isComing(game) && !closed && lineSentence(game, poolLine(game, rules))}</span>
      <span>{count('home')}</span>
    </p>
  );
}

interface TeamButtonProps extends ChoiceCardProps {
  readonly side: Side;
}

function TeamButton({ side, game, rules, weekId, games, owns, facts, isMember }: TeamButtonProps) {
  const team = game[side];
  const wanted = { gid: game.gid, team };
  const own = owns[useClock((now) => slotFor(weekId, games, owns, wanted, now))] ?? owns[0];
  const { holder, choose } = own;
  const refusal = useClock((now) => teamRefusal(weekId, games, holder, wanted, now));
  const isUsed = holder.used.has(team);
  const isChosen =
    holder.choice?.gid === game.gid &&
    holder.choice.team === team &&
    gameCounts(game) &&
    !isUsed &&
    !isShutOut(holder, weekId);
  const result = isChosen ? resultOf(game, wanted, rules) : 'none';
  const chosenNote = result === 'none' ? null : chosenText(result, game, rules);
  const note = teamNote({ refusal, chosenNote, usedIn: holder.used.get(team) }, rules);
  const isOpen = isMember && refusal === null;
  const record = isComing(game) ? facts.records[team] : undefined;
  const percent = isComing(game) ? safePercent(game, side, rules) : undefined;
  const chance = percent === undefined ? undefined : `${percentText(percent)} to ${rules.goal}`;
  const spoken = [
    `${isOpen ? 'Choose ' : ''}${teamName(team)}`,
    against(game, side),
    note,
    record && `record ${record}`,
    chance,
  ];
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={!isOpen}
      onClick={() => choose(tappedTeam(wanted, { isChosen, bus: own.bus }))}
      className={`half choice ${result} ${isUsed ? 'used' : ''}`}
    >
      <Helmet team={team} side={side} className="choice-helmet" />
      <span className="sr-only">{spoken.filter(Boolean).join(', ')}</span>
      <span aria-hidden="true" className="choice-words">
        <span className="block font-display text-xl leading-6 font-semibold">
          {team}
          {record !== undefined && <span className="choice-record">{record}</span>}
          {game.status !== 'Not Started' && <span className="choice-score">{game[`${side}Score`]}</span>}
        </span>
        <span className="block text-sm leading-4 text-ink-soft">{note ?? teamName(team, 'shortName')}</span>
        <span className="block min-h-4 font-display text-sm leading-4 text-balance">{chance}</span>
      </span>
      {percent !== undefined && <ChanceBar percent={percent} className="absolute inset-x-2 bottom-1 h-1" />}
      {isChosen && <Icon name={result === 'incorrect' ? 'cross' : 'check'} className="choice-mark" />}
    </button>
  );
}

/** How likely a team does what its choice needs, by the line, in percent: to win, or in a pool of losers to lose. */
function safePercent(game: GameReply, side: Side, rules: PoolRules): number | undefined {
  const winner = rules.goal === 'win' ? side : side === 'home' ? 'away' : 'home';
  return percentsByLine(game, rules)?.[winner];
}

/**
 * Which of the week's teams a tap on a team enters: the one that it is, so that the tap takes it back; the first that is missing; or the last
 * one that can be changed.
 */
function slotFor(
  weekId: string,
  games: readonly GameReply[],
  owns: OwnTeamWeeks,
  wanted: TeamChoice,
  now: number,
): number {
  const accepts = ({ holder }: TeamWeek) => teamRefusal(weekId, games, holder, wanted, now) === null;
  const isMissing = ({ holder }: TeamWeek) => asksForTeam(weekStage(weekId, games, holder, now));
  const same = owns.findIndex(({ holder: { choice } }) => choice?.gid === wanted.gid && choice.team === wanted.team);
  const missing = owns.findIndex((own) => isMissing(own) && accepts(own));
  const [at = -1] = [same, missing, owns.findLastIndex(accepts)].filter((each) => each !== -1);
  return Math.max(0, at);
}

/** The team's opponent, and the score once they play: `at New York Jets, 7 to 3`. */
function against(game: GameReply, side: Side): string {
  const opponent = side === 'home' ? `against ${teamName(game.away)}` : `at ${teamName(game.home)}`;
  if (game.status === 'Not Started') return opponent;
  const { awayScore, homeScore } = game;
  return `${opponent}, ${side === 'home' ? `${homeScore} to ${awayScore}` : `${awayScore} to ${homeScore}`}`;
}

interface Noted {
  readonly refusal: ChoiceRefusal | null;
  /** The note of the chosen team. */
  readonly chosenNote: string | null;
  /** The week of its last use, if it is used up. */
  readonly usedIn: string | undefined;
}

/** A note that replaces the name of a team. */
function teamNote({ refusal, chosenNote, usedIn }: Noted, rules: PoolRules): string | null {
  if (chosenNote !== null) return chosenNote;
  if (usedIn !== undefined) return `Your team ${usesText(usedIn, rules)}`;
  return refusal === 'game_void' ? 'Called off' : null;
}

type ChoiceResult = 'pending' | 'correct' | 'incorrect' | 'none';

function chosenText(result: Exclude<ChoiceResult, 'none'>, game: GameReply, { goal }: PoolRules): string {
  if (result === 'pending') return 'Your team';
  if (result === 'incorrect') return `Your team didn't ${goal}`;
  if (game.homeScore === game.awayScore) return 'Your team tied';
  return `Your team ${goal === 'win' ? 'won' : 'lost'}`;
}

function resultOf(game: GameReply, choice: TeamChoice, rules: PoolRules): ChoiceResult {
  if (!isOver(game)) return 'pending';
  return choiceScore([game], choice, rules) > 0 ? 'correct' : 'incorrect';
}

function teamName(abbr: string, name: 'longName' | 'shortName' = 'longName'): string {
  return teamByAbbr(abbr)?.[name] ?? abbr;
}

interface ChoiceDockProps {
  readonly rules: PoolRules;
  readonly weekId: string;
  readonly owns: OwnTeamWeeks;
  readonly stageOf: (at: number) => WeekStage;
}

/** At the bottom on phones: the teams of the week, or the first that is asked for, and whether they are saved. */
function ChoiceDock({ rules, weekId, owns, stageOf }: ChoiceDockProps) {
  const asked = owns.findIndex((_, at) => asksForTeam(stageOf(at)));
  const titles = owns.map((own, at) => stageText(stageOf(at), weekId, { ...own, rules }).title);
  const unsaved = owns.findIndex(
    ({ isWaiting, isSending, failure }) => isWaiting || isSending || failure !== undefined,
  );
  const shown = Math.max(0, unsaved === -1 ? asked : unsaved);
  return (
    <div className="no-print bar fixed inset-x-0 bottom-(--tabs) z-20 px-4 py-2 low:py-0 shadow-[0_-1px_0_var(--line)] md:hidden">
      <div className="flex h-11 items-center gap-3">
        <p
          className={`min-w-0 flex-1 truncate font-display text-lg font-medium ${asked === -1 ? 'text-ink' : 'text-red'}`}
        >
          <EntryName />
          {titles[asked] ?? [...new Set(titles)].join(' · ')}
        </p>
        <p role="status" className="label text-ink-soft">
          <ChoiceSaving own={owns[shown] ?? owns[0]} stage={stageOf(shown)} />
        </p>
      </div>
    </div>
  );
}

interface ChoiceSavingProps {
  readonly own: TeamWeek;
  readonly stage: WeekStage;
}

/** The state of the last tap, in a word. */
function ChoiceSaving({ own: { isWaiting, isSending, isSaved, failure }, stage }: ChoiceSavingProps) {
  if (isWaiting) return <span className="text-amber">Not confirmed yet, trying again</span>;
  if (isSending) return 'Saving...';
  if (failure !== undefined) return <span className="text-red">Not saved</span>;
  if (!isSaved || (stage !== 'choose' && stage !== 'chosen')) return null;
  return (
    <span className="flex items-center gap-1">
      <Icon name="check" className="size-4" />
      Saved
    </span>
  );
}
