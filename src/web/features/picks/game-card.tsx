import type { GameReply } from '#contract/shapes.ts';
import { isPickable } from '#core/game.ts';
import { pickResult } from '#core/picks.ts';
import { winner } from '#core/spread.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { Pick, Side, SpreadRule } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { isLive, LiveBadge, StatusBadge } from '#web/parts/game-status.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { CardFoot } from './card-foot.tsx';
import { MiddleBoard } from './middle-board.tsx';
import { SpreadInfo } from './spread-info.tsx';
import { TeamHalf } from './team-half.tsx';

export interface GameCardProps {
  readonly game: GameReply;
  readonly pick: Pick | undefined;
  readonly saving: boolean;
  /** Why the last tap did not count. */
  readonly failure: string | undefined;
  readonly rule: SpreadRule;
  readonly isMember: boolean;
  readonly onPick: (gid: string, side: Side) => void;
}

export function GameCard({ game, pick, saving, failure, rule, isMember, onPick }: GameCardProps) {
  const open = useClock((now) => isPickable(game, now)) && isMember;
  const result = pickResult(pick, game, rule);
  const won = winner(game, rule);

  const half = (side: Side) => (
    <TeamHalf
      team={game[side]}
      side={side}
      picked={pick?.side === side}
      disabled={!open}
      result={pick?.side === side ? result : 'none'}
      lost={won !== null && won !== side}
      onPick={() => pick?.side !== side && onPick(game.gid, side)}
    />
  );

  return (
    <article
      id={`game-${game.gid}`}
      tabIndex={-1}
      aria-label={`${nameOf(game.away)} at ${nameOf(game.home)}`}
      className="panel relative flex h-full flex-col overflow-hidden outline-offset-4"
    >
      <div className="flex h-9 items-center justify-between gap-2 px-3 text-sm text-ink-soft">
        <span className="truncate">{game.situation !== game.status && game.situation}</span>
        <span className="flex items-center gap-2">
          <StatusBadge game={game} />
          {isLive(game) && <LiveBadge />}
        </span>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem_minmax(0,1fr)] gap-1.5 px-1.5">
        {half('away')}
        <MiddleBoard game={game} rule={rule} />
        {half('home')}
      </div>
      <CardFoot game={game} pick={pick} result={result} saving={saving} open={open} rule={rule} />
      {rule.useSpread && <SpreadInfo game={game} rule={rule} />}
      <div role="alert">
        {failure !== undefined && (
          <p className="flex items-start gap-2 bg-red-wash px-3 py-2 text-sm text-red">
            <Icon name="alert" className="size-5" />
            {failure}
          </p>
        )}
      </div>
    </article>
  );
}

function nameOf(abbr: string): string {
  return teamByAbbr(abbr)?.longName ?? abbr;
}
