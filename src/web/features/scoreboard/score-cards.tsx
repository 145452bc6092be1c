import type { ReactNode } from 'react';
import type { StandingRow, StandingsReply } from '#contract/standings.ts';
import { ordinal } from '#core/ordinal.ts';
import { formatAverage, formatPoints, meanScore } from '#core/scoring.ts';
import { pinnedRow } from '#core/standings.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { NowMark } from '#web/parts/now/now-mark.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { NowColumn } from './now-column.tsx';

interface ScoreCardsProps {
  readonly rows: StandingsReply['rows'];
  /** Undefined until it is known. */
  readonly activePlayers: number | undefined;
  readonly now: NowColumn | null;
}

/** Leader, the viewer if they play, Average Score and Active Players. */
export function ScoreCards({ rows, activePlayers, now }: ScoreCardsProps) {
  const me = useMe();
  const best = Math.max(...rows.map(({ totalHalves }) => totalHalves));
  const leaders = best > 0 ? rows.filter(({ rank }) => rank === 1) : [];
  const own = pinnedRow(rows, me.id);
  const average = formatAverage(meanScore(rows.map(({ totalHalves }) => totalHalves)));
  const active = <span className="text-sm text-board-soft">of {new Set(rows.map(({ ownerId }) => ownerId)).size}</span>;
  return (
    <div className={`score-cards ${own ? 'with-own' : ''}`}>
      <Card title={leaders.length > 1 ? `Leader · ${leaders.length} tied` : 'Leader'} value={formatPoints(best)}>
        <span className="flex min-w-0 items-center gap-2 font-display font-semibold md:text-2xl">
          <Icon name="trophy" className="size-7 shrink-0 text-led max-md:hidden" />
          <span className="line-clamp-2 break-words max-md:leading-tight">
            {leaders.map(({ name }) => name).join(', ') || 'Nobody yet'}
          </span>
        </span>
      </Card>
      {own ? (
        <>
          <Card title="You" value={formatPoints(own.totalHalves)}>
            <span className="block font-display font-semibold md:text-xl">{placeText(own, rows)}</span>
            <span className="own-now block text-xs md:text-sm">
              <PlaceNow now={now} own={own} />
            </span>
          </Card>
          <section className="board score-card flex flex-col justify-between px-2.5 py-2 md:p-4">
            <CardFigure title="Average Score">
              <Digits value={average} />
            </CardFigure>
            <CardFigure title="Active Players">
              <Digits value={activePlayers ?? '–'} /> {active}
            </CardFigure>
          </section>
        </>
      ) : (
        <>
          <Card title="Average Score" value={average} />
          <Card title="Active Players" value={activePlayers ?? '–'}>
            {active}
          </Card>
        </>
      )}
    </div>
  );
}

/** A place, and how far it is from the best of the others: `11th, 16 behind`. */
export function placeText(own: StandingRow, rows: readonly StandingRow[]): string {
  const others = rows.filter(({ id }) => id !== own.id).map(({ totalHalves }) => totalHalves);
  const place = ordinal(own.rank);
  if (others.length === 0) return place;
  const gap = own.totalHalves - Math.max(...others);
  if (gap === 0) return `${place}, tied`;
  return `${place}, ${formatPoints(Math.abs(gap))} ${gap < 0 ? 'behind' : 'ahead'}`;
}

/** The viewer's points and place if the running games ended now; nothing while none is played. */
function PlaceNow({ now, own }: { readonly now: NowColumn | null; readonly own: StandingRow }) {
  const season = now?.season.get(own.id);
  if (season === undefined) return null;
  const change = season.rank === own.rank ? 'still' : season.rank < own.rank ? 'up to' : 'down to';
  return (
    <NowMark>
      {formatPoints(season.halves)}, {change} {ordinal(season.rank)}
    </NowMark>
  );
}

/** One of two figures of a card. */
function CardFigure({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h2 className="label whitespace-nowrap text-board-soft">{title}</h2>
      <p className="led text-2xl leading-tight">{children}</p>
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly value: number | string;
  readonly children?: ReactNode;
}

function Card({ title, value, children }: CardProps) {
  return (
    <section className="board score-card flex flex-col px-2.5 py-2 md:justify-between md:p-4">
      <h2 className="label whitespace-nowrap text-board-soft">{title}</h2>
      <div className="flex items-end justify-between gap-x-4 max-md:flex-col max-md:items-start">
        <div className="order-2 min-w-0 max-md:min-h-10 max-md:w-full md:flex-1 md:text-right">{children}</div>
        <span className="led text-4xl md:text-5xl">
          <Digits value={value} />
        </span>
      </div>
    </section>
  );
}
