import type { ReactNode } from 'react';
import { memo } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { isChangeable } from '#core/locks.ts';
import type { SideCounts } from '#core/picks.ts';
import { choosesGames, pickResult, sharesOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { winner } from '#core/spread.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { isLive, LiveBadge, StatusBadge } from '#web/parts/game-status.tsx';
import type { PickQueue } from '#web/parts/picks/pick-queue.ts';
import type { CountedShown } from '#web/parts/week-data.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Sending } from './card-foot.tsx';
import { CardFoot } from './card-foot.tsx';
import { Drawing } from './drawing.tsx';
import { MiddleBoard } from './middle-board.tsx';
import { PickTools } from './pick-tools.tsx';
import { cardId } from './scroll-to-game.ts';
import { SetByAdmin } from './set-by-admin.tsx';
import type { Shares } from './shares.ts';
import { SpreadInfo } from './spread-info.tsx';
import { isNewSide } from './taps.ts';
import { TeamHalf } from './team-half.tsx';

export interface GameCardProps {
  readonly game: GameReply;
  /** The own one, or what counts in its place. */
  readonly pick: CountedShown | undefined;
  /** How the pool picked, once the game is locked. */
  readonly shares: Shares | undefined;
  readonly sending: Sending;
  /** Why the last tap did not count. */
  readonly failure: string | undefined;
  readonly rules: PoolRules;
  readonly isMember: boolean;
  /** The week takes no further pick: one has to be taken back first. */
  readonly isFull: boolean;
  /** Whether the week takes another best bet. */
  readonly canMark: boolean;
  readonly onPick: PickQueue['pick'];
  /** Opens the records of the two teams. */
  readonly onRecords: (game: GameReply) => void;
  /** What an admin can do with the game, in the footer. */
  readonly action?: ReactNode;
}

/** One game. Renders again only when it changes: a season has nearly three hundred of them. */
export const GameCard = memo(function GameCard(props: GameCardProps) {
  const { game, pick, shares, sending, failure, rules, isMember, isFull, canMark, onPick, onRecords, action } = props;
  const open = useClock((now) => isChangeable(game, pick !== undefined && !pick.auto, now));
  const result = pickResult(pick, game, rules);
  const won = winner(game, rules);
  const split = shares ? sharesOf(shares) : null;
  const name = `${nameOf(game.away)} at ${nameOf(game.home)}`;

  const half = (side: Side) => (
    <TeamHalf
      team={game[side]}
      side={side}
      picked={pick?.side === side && !pick.auto}
      disabled={!(open && isMember) || (isFull && !pick)}
      result={pick?.side === side ? result : 'none'}
      share={split?.[side]}
      lost={won !== null && won !== side}
      onPick={() => isNewSide(pick, side) && onPick({ kind: 'pick', gid: game.gid, side, best: pick?.best })}
    />
  );

  const tools = isMember && (choosesGames(rules) || rules.bestBets > 0 || rules.format === 'confidence') && (
    <PickTools {...{ game, pick, open, canMark, rules, onPick }} />
  );

  return (
    <article
      id={cardId(game.gid)}
      tabIndex={-1}
      aria-label={name}
      data-auto={pick?.auto && pick.side}
      className="panel relative flex h-full flex-col outline-offset-4"
    >
      <div className="flex min-h-10 items-center gap-2 pl-3 max-narrow:flex-wrap text-sm text-ink-soft">
        <span className="line-clamp-2 min-w-0 flex-1 leading-4 max-narrow:block max-narrow:basis-full max-narrow:pt-2">
          <Situation game={game} />
        </span>
        <StatusBadge game={game} />
        {isLive(game) && <LiveBadge />}
        <button
          type="button"
          aria-label={`Team records: ${name}`}
          aria-haspopup="dialog"
          onClick={() => onRecords(game)}
          className="grid h-10 w-11 place-items-center rounded-lg text-ink-soft outline-offset-[-3px] hover:text-ink"
        >
          <Drawing name="info" className="size-5" />
        </button>
      </div>
      <div className="relative grid grid-cols-[minmax(0,1fr)_6.5rem_minmax(0,1fr)] gap-1.5 px-1.5 max-narrow:grid-cols-2">
        {half('away')}
        <MiddleBoard game={game} rules={rules} />
        {half('home')}
        {split && <ShareBar split={split} picked={pick?.auto ? undefined : pick?.side} />}
      </div>
      <CardFoot {...{ game, pick, result, sending, open, isFull, rules, tools, action }} plays={isMember} />
      {pick?.reason !== undefined && <Entered reason={pick.reason} />}
      <ByAdmin game={game} />
      {rules.useSpread && <SpreadInfo game={game} rules={rules} />}
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

/** How the pool picked, the own side in green; the words stand in the halves. It takes no height, so that a lock moves nothing. */
function ShareBar({ split, picked }: ShareBarProps) {
  return (
    <div aria-hidden="true" className="absolute inset-x-1.5 -bottom-1.5 flex h-1 gap-1 overflow-hidden rounded-full">
      {(['away', 'home'] as const).map((side) => (
        <span
          key={side}
          style={{ width: `${split[side]}%`, background: `var(--${side === picked ? 'turf' : 'ink-faint'})` }}
        />
      ))}
    </div>
  );
}

/** When it kicks off, and what kind of game it is; while it is on, what goes on before that. */
function Situation({ game }: { readonly game: GameReply }) {
  const told = game.situation === game.status ? '' : game.situation;
  const { day, time } = kickoffText(game);
  if (isLive(game)) {
    return (
      <>
        {told !== '' && <span className="block truncate">{told}</span>}
        <span className="block truncate text-xs text-ink-faint">
          {day} · {time}
        </span>
      </>
    );
  }
  return (
    <>
      <span className="block">
        {day} · {time}
      </span>
      {told !== '' && <span className="block text-xs text-ink-faint">{told}</span>}
    </>
  );
}

/** Says that an admin entered the pick, and why. */
function Entered({ reason }: { readonly reason: string }) {
  return (
    <p className="flex gap-1.5 px-3 pb-2 text-sm text-ink-soft">
      <Drawing name="hand" />
      <span className="min-w-0 break-words">Entered for you{reason && `: ${reason}`}</span>
    </p>
  );
}

/** The marks of fields in the line at the top, which has no room for them. */
function ByAdmin({ game }: { readonly game: GameReply }) {
  const fields = game.setByAdmin;
  if (!fields.includes('status') && !fields.includes('kickoff')) return null;
  return (
    <p className="flex flex-wrap gap-x-3 px-3 pb-2 text-ink-soft">
      <SetByAdmin fields={fields} field="status" told="Status" />
      <SetByAdmin fields={fields} field="kickoff" told={kickoffText(game).time} />
    </p>
  );
}

function nameOf(abbr: string): string {
  return teamByAbbr(abbr)?.longName ?? abbr;
}
