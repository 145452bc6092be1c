import type { MouseEvent, ReactNode } from 'react';
import { memo } from 'react';
import type { PoolListing } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { isBestBet } from '#core/formats/pickem/points.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { gameCounts, ordinarySituation } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { isChangeable } from '#core/locks.ts';
import type { PickResult, SideCounts } from '#core/picks.ts';
import { choosesGames, pickResult, sharesOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { formatPoints, halvesOfPoints, pointsOfWeek, pointsText } from '#core/scoring.ts';
import { lineSentence } from '#core/short-line.ts';
import { hasLines, knownLine, leadingSide, winner } from '#core/spread.ts';
import { barColor, teamByAbbr } from '#core/teams.ts';
import type { CountedPick, FeedField, Side } from '#core/types.ts';
import { weatherKind } from '#core/weather.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOrder } from '#web/parts/confidence.tsx';
import { PICKS_CLOSED_TEXT } from '#web/parts/countdown.ts';
import { isLive, LiveBadge, StatusBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { PickMark } from '#web/parts/pick-mark.tsx';
import type { PickQueue } from '#web/parts/picks/pick-queue.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import type { CountedShown } from '#web/parts/week-data.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Drawing } from './drawing.tsx';
import { cardId } from './moving.tsx';
import type { Shares } from './slot-grid.tsx';
import { hasNote, SpreadInfo, SpreadLine } from './spread-info.tsx';
import { isNewSide } from './taps.ts';
import { isComing } from './team-records.ts';

export interface GameCardProps {
  readonly game: GameReply;
  /** The viewer's pick, or the auto pick in its place. */
  readonly pick: CountedShown | undefined;
  /** How the pool picked, once the game is locked. */
  readonly shares: Shares | undefined;
  readonly sending: Sending;
  /** Why the last tap was not saved. */
  readonly failure: string | undefined;
  readonly rules: PoolRules;
  readonly isMember: boolean;
  /** The game had locked before the viewer's entry joined. */
  readonly isBefore: boolean;
  /** Whether the heading of its slot says that the game has not started. */
  readonly isHeaded: boolean;
  /** The week allows no further pick: one has to be cleared first. */
  readonly isFull: boolean;
  /** Whether the week allows another best bet. */
  readonly canMark: boolean;
  /** The records of the teams, if they are known. */
  readonly awayRecord: string | undefined;
  readonly homeRecord: string | undefined;
  readonly onPick: PickQueue['pick'];
  /** Opens the records of the two teams. */
  readonly onRecords: (game: GameReply) => void;
  /** Opens who picked whom. */
  readonly onWho: (game: GameReply) => void;
  /** The admin action on the game, in the footer. */
  readonly action?: ReactNode;
}

/** What a card and a row of the list show of a side, and a tap on it. */
export interface SideOfGame {
  readonly team: string;
  readonly side: Side;
  readonly disabled: boolean;
  /** The result of a pick of this side; none if it is not picked. */
  readonly result: PickResult;
  /** The percentage of the pool's picks on this side, once they are visible. */
  readonly share: number | undefined;
  /** Whether the game is over and this side did not win. */
  readonly lost: boolean;
  readonly onPick: () => void;
}

/** What a card and a row of the list make of a game. */
export function useGame({ game, pick, shares, rules, isMember, isFull, onPick }: GameCardProps) {
  const open = useClock((now) => isChangeable(game, pick !== undefined && !pick.auto, now));
  const result = pickResult(pick, game, rules);
  const won = winner(game, rules);
  const split = shares ? sharesOf(shares) : null;
  const sideOf = (side: Side): SideOfGame => ({
    team: game[side],
    side,
    disabled: !(open && isMember) || (isFull && !pick),
    result: pick?.side === side ? result : 'none',
    share: split?.[side],
    lost: won !== null && won !== side,
    onPick: () => {
      if (isNewSide(pick, side)) onPick({ kind: 'pick', about: game.gid, value: { side, best: pick?.best } });
    },
  });
  return { open, result, split, sideOf };
}

/** Whether a pool has actions on a pick besides choosing the other side. */
export function hasPickTools(rules: PoolRules): boolean {
  return choosesGames(rules) || rules.bestBets > 0;
}

/** One game. Renders again only when it changes: a season has nearly three hundred games. */
export const GameCard = memo(function GameCard(props: GameCardProps) {
  const { game, pick, sending, failure, rules, isMember, isBefore } = props;
  const { isHeaded, isFull, canMark, awayRecord, homeRecord, onPick, onRecords, onWho, action } = props;
  const { open, result, split, sideOf } = useGame(props);
  const name = gameName(game);

  const half = (side: Side) => (
    <TeamHalf
      {...sideOf(side)}
      picked={pick?.side === side && !pick.auto}
      record={isComing(game) ? { away: awayRecord, home: homeRecord }[side] : undefined}
      onWho={() => onWho(game)}
    />
  );

  const tools = isMember && hasPickTools(rules) && <PickTools {...{ game, pick, open, canMark, rules, onPick }} />;

  return (
    <article
      id={cardId(game.gid)}
      tabIndex={-1}
      aria-label={name}
      data-auto={pick?.auto && pick.side}
      className="panel relative flex h-full flex-col outline-offset-4"
    >
      <div className="relative grid grid-cols-[minmax(0,1fr)_6.5rem_minmax(0,1fr)] gap-1.5 px-1.5 pt-1.5 max-narrow:grid-cols-2">
        {half('away')}
        <MiddleBoard game={game} rules={rules} />
        {half('home')}
        {split && <ShareBar split={split} picked={pick?.auto ? undefined : pick?.side} />}
      </div>
      <div className="flex min-h-11 items-center pt-1 pb-0.5 pl-3 max-narrow:flex-wrap">
        <CardFoot {...{ game, pick, result, sending, open, isFull, isBefore, isHeaded, rules }} plays={isMember} />
        {tools}
        {action}
        <button
          type="button"
          aria-label={`Team records: ${name}`}
          aria-haspopup="dialog"
          onClick={() => onRecords(game)}
          className="ml-auto grid h-9.5 w-11 shrink-0 place-items-center rounded-lg text-ink-soft outline-offset-[-3px] hover:text-ink"
        >
          <Drawing name="info" className="size-5" />
        </button>
      </div>
      {pick?.reason !== undefined && <EnteredByAdmin reason={pick.reason} />}
      <AdminMarks game={game} />
      {(hasLines(rules) || hasNote(game)) && <SpreadInfo game={game} rules={rules} />}
      <div role="alert">
        {failure !== undefined && (
          <p className="flex items-start gap-2 rounded-b-xl bg-red-wash px-3 py-2 text-sm text-red">
            <Icon name="alert" className="size-5" />
            {failure}
          </p>
        )}
      </div>
    </article>
  );
});

interface ShareBarProps {
  readonly split: SideCounts;
  readonly picked: Side | undefined;
}

/** How the pool picked, the viewer's side in green; the text is in the halves. It takes no height, so that a lock moves nothing. */
function ShareBar({ split, picked }: ShareBarProps) {
  return (
    <div aria-hidden="true" className="absolute inset-x-1.5 -bottom-1 flex h-1 gap-1 overflow-hidden rounded-full">
      {(['away', 'home'] as const).map((side) => (
        <span
          key={side}
          style={{ width: `${split[side]}%`, background: `var(--${side === picked ? 'turf' : 'ink-faint'})` }}
        />
      ))}
    </div>
  );
}

/**
 * What the heading of the slot doesn't say: the status, and the situation of a game that is live or out of the ordinary. Before the kick-off
 * also who is favored, in a pool whose cards have no line: there it decides nothing.
 */
function OwnState({ game, isHeaded, rules }: Pick<GameCardProps, 'game' | 'isHeaded' | 'rules'>) {
  const { situation, status, weekId } = game;
  const shown = situation === status || situation === ordinarySituation(weekId) ? '' : situation;
  const showsStatus = !isHeaded || !gameCounts(game);
  const line = isComing(game) && !hasLines(rules) ? lineSentence(game, knownLine(game, rules)) : '';
  if (!showsStatus && shown === '' && line === '') return null;
  return (
    <p className="flex items-center gap-1.5 text-xs text-ink-soft max-narrow:flex-wrap">
      {showsStatus && <StatusBadge game={game} />}
      {isLive(game) && <LiveBadge />}
      {shown !== '' && <span className="min-w-0">{shown}</span>}
      {line !== '' && <span className="min-w-0">{line}</span>}
    </p>
  );
}

/** Says that an admin entered the pick, and why. */
function EnteredByAdmin({ reason }: { readonly reason: string }) {
  return (
    <p className="flex gap-1.5 px-3 pb-2 text-sm text-ink-soft">
      <Drawing name="hand" />
      <span className="min-w-0 break-words">Entered for you{reason && `: ${reason}`}</span>
    </p>
  );
}

/** The marks of manually set fields that are not on the board. */
function AdminMarks({ game }: { readonly game: GameReply }) {
  const fields = game.setByAdmin;
  if (!fields.includes('status') && !fields.includes('kickoff')) return null;
  return (
    <p className="flex flex-wrap gap-x-3 px-3 pb-2 text-ink-soft">
      <SetByAdmin fields={fields} field="status" label="Status" />
      <SetByAdmin fields={fields} field="kickoff" label={kickoffText(game).time} />
    </p>
  );
}

/** The name of a game for screen readers. */
export function gameName({ away, home }: Pick<GameReply, 'away' | 'home'>): string {
  return `${teamName(away)} at ${teamName(home)}`;
}

function teamName(abbr: string): string {
  return teamByAbbr(abbr)?.longName ?? abbr;
}

/** The background of a half card in each theme: `--panel-low` of the tokens. */
export const cardBackgrounds = { light: '#f3ecdd', dark: '#0a1220' } as const;

/** A team's thin bar, visible in both themes. */
export function barBackground(team: string): string {
  return `light-dark(${barColor(team, cardBackgrounds.light)}, ${barColor(team, cardBackgrounds.dark)})`;
}

interface TeamHalfProps extends SideOfGame {
  readonly picked: boolean;
  /** The team's record before the game, if it is known. */
  readonly record: string | undefined;
  readonly onWho: () => void;
}

/** Half a card is one button: a tap picks this side. Once the picks are visible, their share is a button at its foot. */
function TeamHalf(props: TeamHalfProps) {
  const { team, side, picked, disabled, result, share, record, lost, onPick, onWho } = props;
  const known = teamByAbbr(team);
  return (
    <div className="relative grid">
      <button
        type="button"
        aria-pressed={picked}
        aria-keyshortcuts={side === 'away' ? 'ArrowLeft' : 'ArrowRight'}
        data-side={side}
        disabled={disabled}
        onClick={onPick}
        className={`half relative flex min-h-26 flex-col items-center justify-center rounded-lg py-1 ${result}`}
      >
        <Helmet team={team} side={side} className={`h-14 w-17 ${lost ? 'opacity-70 grayscale' : ''}`} />
        <span className="relative w-full text-center font-display text-xl leading-5 font-semibold">
          {team} {/* At the outer edge: nothing may move when it arrives. */}
          {record !== undefined && (
            <span
              className={`absolute inset-y-0 text-sm leading-5 font-normal text-ink-soft max-[22rem]:text-xs/5 ${side === 'away' ? 'left-2 max-[22rem]:left-0.5' : 'right-2 max-[22rem]:right-0.5'}`}
            >
              {record}
            </span>
          )}
        </span>
        {/* The share takes the place of the name: text that changes in place would count as a layout shift. */}
        <span className="h-4 font-display text-sm leading-4 text-ink-soft">
          {share === undefined && known?.shortName}
        </span>
        <span className="sr-only">Pick {known?.longName ?? team}</span>
        {!picked && share === undefined && (
          <span
            className="absolute inset-x-4 bottom-0 h-[3px] rounded-t-sm"
            style={{ backgroundColor: barBackground(team) }}
          />
        )}
        {picked && result === 'pending' && (
          // Above the face mask: at the other side it would cover the helmet's letters on a small phone.
          <span
            className={`absolute top-1 grid size-6 place-items-center rounded-full bg-blue text-panel ${side === 'away' ? 'right-1' : 'left-1'}`}
          >
            <Icon name="check" className="size-4" />
          </span>
        )}
        {result === 'correct' && <Stamp text="Correct" color="text-turf" />}
        {result === 'split' && <Stamp text="Half" color="text-amber" />}
        {result === 'incorrect' && <Stamp text="Wrong" color="text-red" />}
      </button>
      {share !== undefined && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${share}% of picks: who picked ${team}?`}
          onClick={onWho}
          className="absolute inset-x-0 bottom-0 flex h-8 items-end justify-center rounded-lg pb-1.5 font-display text-sm leading-4 text-ink-soft underline decoration-dotted underline-offset-4 outline-offset-[-3px] hover:text-ink"
        >
          {share}% of picks
        </button>
      )}
    </div>
  );
}

/** Laid over the helmet of a finished game. */
function Stamp({ text, color }: { readonly text: string; readonly color: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute top-7 -rotate-12 rounded border-2 border-current bg-panel px-1.5 font-display text-lg leading-6 font-bold ${color}`}
    >
      {text}
    </span>
  );
}

interface MiddleBoardProps {
  readonly game: GameReply;
  readonly rules: PoolRules;
}

/** Between the helmets: the score, if there is one, and the line. */
function MiddleBoard({ game, rules }: MiddleBoardProps) {
  return (
    <div className="board flex flex-col items-center justify-center gap-1 px-1 text-center max-narrow:order-first max-narrow:col-span-2">
      {game.status === 'Not Started' ? (
        <span className="font-display text-2xl text-board-soft">@</span>
      ) : (
        <span className="led flex items-center text-[1.75rem]">
          <Digits value={game.awayScore} className="justify-end" />
          <span className="px-1 text-base text-board-soft">-</span>
          <Digits value={game.homeScore} />
        </span>
      )}
      <SetByAdmin fields={game.setByAdmin} field="score" />
      {(hasLines(rules) || hasNote(game)) && (
        <SpreadLine game={game} rules={rules}>
          {hasLines(rules) && <SetByAdmin fields={game.setByAdmin} field="spread" />}
        </SpreadLine>
      )}
    </div>
  );
}

/** The state of the last tap: nothing to send, being sent, or pending until the connection is back. */
export type Sending = 'done' | 'saving' | 'waiting';

interface CardFootProps {
  readonly game: GameReply;
  /** The viewer's pick, or the auto pick in its place. */
  readonly pick: CountedPick | undefined;
  readonly result: PickResult;
  readonly sending: Sending;
  /** Whether the game can be picked now. */
  readonly open: boolean;
  /** Whether the person has picks here. */
  readonly plays: boolean;
  readonly rules: PoolRules;
  /** The week allows no further pick. */
  readonly isFull: boolean;
  readonly isBefore: boolean;
  readonly isHeaded: boolean;
}

/**
 * The viewer's pick and its result, whether it can still be changed, and the weather; below, what the game's slot doesn't say. The first
 * line keeps its height, so that a tap moves nothing.
 */
function CardFoot(props: CardFootProps) {
  const { game, open, plays, rules, isHeaded } = props;
  const isClosed = !open && game.status === 'Not Started' && gameCounts(game);
  const isLong = isClosed || isLive(game);
  const isValued = plays && traitsOf(rules).hasValues;
  return (
    <div className="@container min-w-0 flex-1 text-sm max-narrow:basis-full">
      <div className="flex min-h-4.5 items-baseline gap-1.5 leading-4.5 max-narrow:flex-wrap">
        <OwnPick {...props} />
        {isClosed && <ClosedMark />}
        {isValued && <GameValue game={game} isPicked={props.pick !== undefined} />}
        <Weather text={game.weather} beside={isValued ? (isLong ? 'most' : 'more') : isLong ? 'much' : 'little'} />
      </div>
      <OwnState game={game} isHeaded={isHeaded} rules={rules} />
    </div>
  );
}

function OwnPick(props: CardFootProps) {
  const { game, result, sending, plays } = props;
  const text = pickText(props);
  if (sending === 'done' && (text === '' || (!plays && gameCounts(game)))) return null;
  if (sending === 'waiting') {
    return (
      <span className="flex items-center gap-1.5 text-amber">
        <Drawing name="unsent" />
        Not sent yet
      </span>
    );
  }
  return (
    <span className="flex items-baseline gap-1.5">
      <span className="self-center">{result === 'none' ? <NoMark /> : <PickMark result={result} />}</span>
      <span className={resultColor(result)}>{sending === 'saving' ? 'Saving...' : text}</span>
    </span>
  );
}

/** As wide as the mark, so that the text beside it does not move when a mark appears. */
function NoMark() {
  return (
    <span aria-hidden="true" className="grid size-4 place-items-center">
      <span className="size-[55%] rounded-full shadow-[inset_0_0_0_1.5px_var(--line-strong)]" />
    </span>
  );
}

/** For a game whose status does not show that it can no longer be picked. */
function ClosedMark() {
  return (
    <span className="label flex items-center gap-1 self-center whitespace-nowrap text-ink-soft">
      <Icon name="lock" className="size-4" />
      {PICKS_CLOSED_TEXT}
    </span>
  );
}

interface WeatherProps {
  readonly text: string;
  /** How much else stands in its line. */
  readonly beside: keyof typeof weatherLooks;
}

/** What a narrow card leaves to the icon and to screen readers, so that the line neither breaks nor is cut off. */
const weatherLooks = {
  little: { text: '', sky: '@max-[18rem]:sr-only' },
  much: { text: '', sky: '@max-[20rem]:sr-only' },
  more: { text: '', sky: '@max-[24rem]:sr-only' },
  most: { text: '@max-[20rem]:sr-only', sky: '@max-[24rem]:sr-only' },
} as const;

/** The temperature and the sky: `48°F Partly cloudy`. */
export function Weather({ text, beside }: WeatherProps) {
  const kind = weatherKind(text);
  if (text === '') return null;
  const look = weatherLooks[beside];
  const [, degrees = text, sky = ''] = /^(\S*°F) (.+)$/.exec(text) ?? [];
  return (
    <span className="ml-auto flex min-w-0 items-center gap-1 self-center text-ink-faint">
      {kind && <Drawing name={kind} />}
      <span className={`truncate ${look.text}`}>
        {degrees} <span className={look.sky}>{sky}</span>
      </span>
    </span>
  );
}

function pickText({ game, pick, open, isFull, isBefore, rules }: CardFootProps): string {
  if (game.void) return 'Does not count';
  if (pick === undefined && open) return isFull ? 'Limit reached: take one back first' : '';
  if (pick === undefined) return isBefore ? 'Before you joined' : 'No pick';
  const team = `${pick.auto ? 'Auto: ' : ''}${game[pick.side]}`;
  const leading = leadingSide(game, rules);
  if (winner(game, rules) === 'push') return `${team}: a push`;
  if (leading === null) return pick.auto ? team : `You picked ${team}`;
  if (leading === 'tie' || leading === 'push') return `${team} is level so far`;
  return leading === pick.side ? `${team} is right so far` : `${team} is wrong so far`;
}

function resultColor(result: PickResult): string {
  if (result === 'correct') return 'text-turf';
  if (result === 'split') return 'text-amber';
  return result === 'incorrect' ? 'text-red' : 'text-ink-soft';
}

interface PickToolsProps {
  readonly game: GameReply;
  readonly pick: CountedPick | undefined;
  /** Whether it can be changed. */
  readonly open: boolean;
  /** Whether the week allows another best bet. */
  readonly canMark: boolean;
  readonly rules: PoolRules;
  readonly onPick: PickQueue['pick'];
}

/**
 * The actions on a pick besides choosing the other side. If the week limits the number of picks, a pick can be cleared. If there are best
 * bets, a pick can be marked as one; the mark is shown after the lock, too.
 */
export function PickTools({ game, pick, open, canMark, rules, onPick }: PickToolsProps) {
  if (pick === undefined) return null;
  const isMarked = isBestBet(pick, rules);
  function takeBack({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    currentTarget.closest('article')?.focus({ preventScroll: true });
    onPick({ kind: 'pick', about: game.gid, value: null });
  }
  return (
    <span className="ml-auto flex items-center">
      {isMarked && !open && <Icon name="star" label="Best bet" className="size-5 fill-current text-amber" />}
      {open && rules.bestBets > 0 && (
        <button
          type="button"
          aria-label="Best bet"
          aria-pressed={isMarked}
          title={isMarked || canMark ? 'Best bet: worth double' : 'No best bet is left this week'}
          disabled={!(isMarked || canMark)}
          onClick={() => onPick({ kind: 'pick', about: game.gid, value: { side: pick.side, best: !isMarked } })}
          className={`grid size-11 place-items-center rounded-lg disabled:opacity-60 ${isMarked ? 'text-amber' : 'text-ink-soft'}`}
        >
          <Icon name="star" className={`size-5 ${isMarked ? 'fill-current' : ''}`} />
        </button>
      )}
      {open && choosesGames(rules) && (
        <button
          type="button"
          onClick={takeBack}
          className="min-h-11 px-1.5 font-display text-base font-medium whitespace-nowrap text-blue"
        >
          Take back
        </button>
      )}
    </span>
  );
}

const fieldNames: Readonly<Record<FeedField, string>> = {
  status: 'Status',
  score: 'Score',
  spread: 'Spread',
  kickoff: 'Kick-off',
};

interface SetByAdminProps {
  readonly fields: readonly FeedField[];
  readonly field: FeedField;
  /** Shown before the mark if the field itself is not beside it. */
  readonly label?: string;
}

/** Marks a field that an admin set manually. */
function SetByAdmin({ fields, field, label }: SetByAdminProps) {
  if (!fields.includes(field)) return null;
  return (
    <span className="flex items-center gap-0.5 text-[0.6875rem] leading-4 whitespace-nowrap">
      <Drawing name="hand" className="size-3" />
      <span className={label === undefined ? 'sr-only' : ''}>{`${label ?? fieldNames[field]}: `}</span>
      Set by admin
    </span>
  );
}

interface GameValueProps {
  readonly game: GameReply;
  readonly isPicked: boolean;
}

/** The value of a game in the chosen pool's own order. */
export function GameValue(props: GameValueProps) {
  const { pool } = usePool();
  return pool && <GameValueIn pool={pool} {...props} />;
}

/** Nothing if the game does not count. A playoff round may count its values more than once. */
function GameValueIn({ pool, game: { gid, weekId }, isPicked }: GameValueProps & { readonly pool: PoolListing }) {
  const value = useOrder(pool, weekId).values.get(gid);
  if (value === undefined || pool.details === null) return null;
  const worth = halvesOfPoints(value * pointsOfWeek(weekId, pool.details.rules));
  return (
    <span
      className={`font-display text-base leading-4.5 font-medium whitespace-nowrap ${isPicked ? 'text-ink' : 'text-ink-soft'}`}
    >
      {isPicked ? pointsText(worth) : `worth ${formatPoints(worth)}`}
    </span>
  );
}
