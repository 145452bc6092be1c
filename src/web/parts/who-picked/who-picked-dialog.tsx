import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import type { MatchupReply, MatchupRow } from '#contract/standings.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { compareNames } from '#core/name-order.ts';
import { lockedBeforeJoining } from '#core/newcomers.ts';
import { isBestLetter } from '#core/pick-letters.ts';
import { sharesOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { shortLine } from '#core/short-line.ts';
import { hasLines, leadingSide, shownLine, winner } from '#core/spread.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { Side } from '#core/types.ts';
import { whoPicked } from '#core/who-picked.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { isLive, LiveBadge, StatusBadge } from '#web/parts/game-status.tsx';
import { gamesQuery, matchupQuery, poolQuery, standingsQuery } from '#web/parts/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';

export interface WhoPickedProps {
  readonly poolId: string;
  /** A game that is locked in the pool, with the pool's lock. */
  readonly game: GameReply;
  readonly onClose: () => void;
}

/** Who picked which side of a game. When it closes, the focus returns to where it was. */
export function WhoPickedDialog({ poolId, game, onClose }: WhoPickedProps) {
  const matchup = useQuery(matchupQuery(poolId, game.weekId));
  const pool = useQuery(poolQuery(poolId)).data;
  const { data: games = [] } = useQuery(gamesQuery(poolId, game.weekId, pool));
  return (
    <Dialog title="Who picked whom" onClose={onClose}>
      {pool && <Score game={games.find(({ gid }) => gid === game.gid) ?? game} rules={pool.rules} />}
      <Loaded query={matchup} failure="Couldn't load the picks" skeleton={<Skeleton className="h-96" />}>
        {(loaded) => <Picks poolId={poolId} game={game} matchup={loaded} />}
      </Loaded>
      <DialogFoot>
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </DialogFoot>
    </Dialog>
  );
}

interface ScoreProps extends Pick<WhoPickedProps, 'game'> {
  readonly rules: PoolRules;
}

/** The game as it stands: its status, and the score above the plates of the teams. */
function Score({ game, rules }: ScoreProps) {
  const line = hasLines(rules) ? shortLine(game, shownLine(game, rules)) : '';
  const status = isLive(game) ? game.situation : isComing(game) ? Object.values(kickoffText(game)).join(', ') : '';
  return (
    <>
      <p className="flex min-h-6 items-center justify-between gap-2 text-sm text-ink-soft">
        <span className="min-w-0 break-words">{[status, line].filter(Boolean).join(' · ')}</span>
        {isLive(game) ? <LiveBadge /> : <StatusBadge game={game} />}
      </p>
      {game.status !== 'Not Started' && (
        <div className="mb-2 grid grid-cols-2 gap-3 text-center sm:gap-5">
          {(['away', 'home'] as const).map((side) => (
            <p key={side} className="font-display text-xl font-semibold">
              {game[side]} <span className="text-amber">{game[`${side}Score`]}</span>{' '}
              <Verdict text={verdictOf(game, side, rules)} />
            </p>
          ))}
        </div>
      )}
    </>
  );
}

function isComing({ status, void: off }: GameReply): boolean {
  return status === 'Not Started' && off === null;
}

function Verdict({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <span className="inline-flex items-center gap-0.5 text-base font-medium text-turf">
      <Icon name="check" className="size-4" />
      {text}
    </span>
  );
}

/** What a side has done by the pool's rules, in a word; empty for the other side, and while neither is ahead. */
function verdictOf(game: GameReply, side: Side, rules: PoolRules): string {
  if (leadingSide(game, rules) === side) return rules.useSpread ? 'covering' : 'ahead';
  if (winner(game, rules) === side) return rules.useSpread ? 'covered' : 'won';
  return '';
}

interface PicksProps extends Pick<WhoPickedProps, 'poolId' | 'game'> {
  readonly matchup: MatchupReply;
}

function Picks({ poolId, game, matchup }: PicksProps) {
  const me = useMe();
  const place = matchup.games.indexOf(game.gid);
  const isOwn = ({ ownerId }: MatchupRow) => ownerId === me.id;
  const ordered = matchup.rows.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || compareNames(a, b));
  const { home, away, none } = whoPicked(ordered, place);
  const split = sharesOf({ home: home.length, away: away.length });
  const side = (which: Side, rows: readonly MatchupRow[]) => (
    <SideList game={game} side={which} share={split?.[which]} picks={rows.length}>
      {rows.map((row) => (
        <Picker key={row.id} row={row} place={place} isOwn={isOwn(row)} />
      ))}
    </SideList>
  );
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:gap-5">
        {side('away', away)}
        {side('home', home)}
      </div>
      <NoPick poolId={poolId} game={game} rows={none} />
    </>
  );
}

interface SideListProps extends Pick<WhoPickedProps, 'game'> {
  readonly side: Side;
  /** In percent; undefined if nobody picked the game. */
  readonly share: number | undefined;
  readonly picks: number;
  readonly children: readonly ReactNode[];
}

/** In the color of the text, so that plates of any colors look alike. */
const FRAME = { outline: '2px solid', outlineOffset: -5 } as const;

/** The plate of a team, which stays in view, above the names. The text on it is large: its contrast may be as low as 3. */
function SideList({ game, side, share, picks, children }: SideListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="sticky -top-5 z-1 -mt-2 bg-panel pt-2 pb-1 sm:-top-6">
        <h3
          id={id}
          style={{ ...game[`${side}style`], ...FRAME }}
          className="rounded-lg border border-line-strong px-1 py-2 text-center font-display text-xl leading-6 font-bold break-words"
        >
          {teamByAbbr(game[side])?.shortName ?? game[side]}{' '}
          <span className="block">
            {share !== undefined && (
              <span className="max-[22rem]:block">
                {share}%<span className="max-[22rem]:hidden"> ·</span>
              </span>
            )}{' '}
            <span className="inline-block">{picks === 1 ? '1 pick' : `${picks} picks`}</span>
          </span>
        </h3>
      </div>
      {picks === 0 ? (
        <p className="px-1 py-1 text-ink-soft">Nobody</p>
      ) : (
        <ul className="max-[22rem]:text-sm">{children}</ul>
      )}
    </section>
  );
}

interface PickerProps {
  readonly row: MatchupRow;
  readonly place: number;
  /** Whether it is an entry of the viewer. */
  readonly isOwn: boolean;
}

function Picker({ row, place, isOwn }: PickerProps) {
  const value = row.values?.[place] ?? null;
  return (
    <li className={`flex items-center gap-2 rounded px-1 py-1 ${isOwn ? 'bg-turf-wash text-turf' : ''}`}>
      <span className="min-w-0 flex-1 break-words">
        {isOwn && <span className="label">YOU </span>}
        {row.name}
      </span>
      {isBestLetter(row.picks[place]) && (
        <Icon name="star" label="Best bet" className="size-4 fill-current text-amber" />
      )}
      {value !== null && (
        <span role="img" aria-label={`worth ${value}`} className="font-display font-medium text-amber">
          {value}
        </span>
      )}
    </li>
  );
}

interface NoPickProps extends Pick<WhoPickedProps, 'poolId' | 'game'> {
  readonly rows: readonly MatchupRow[];
}

/** Those who could have picked the game and did not. */
function NoPick({ poolId, game, rows }: NoPickProps) {
  const { data: standings } = useQuery(standingsQuery(poolId));
  if (standings === undefined) return null;
  const joined = new Map(standings.rows.map(({ id, joinedAt = 0 }) => [id, joinedAt]));
  const names = rows.filter(({ id }) => !lockedBeforeJoining(game, joined.get(id) ?? 0)).map(({ name }) => name);
  return names.length > 0 && <p className="mt-3 px-1 break-words text-ink-soft">No pick: {names.join(', ')}</p>;
}
