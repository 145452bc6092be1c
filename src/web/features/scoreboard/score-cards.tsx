import type { ReactNode } from 'react';
import type { StandingsReply } from '#contract/standings.ts';
import { formatAverage, formatPoints, meanScore } from '#core/scoring.ts';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface ScoreCardsProps {
  readonly rows: StandingsReply['rows'];
  /** Undefined until it is known. */
  readonly activePlayers: number | undefined;
}

/** Leader, Average Score and Active Players. */
export function ScoreCards({ rows, activePlayers }: ScoreCardsProps) {
  const best = Math.max(...rows.map(({ totalHalves }) => totalHalves));
  const leaders = best > 0 ? rows.filter(({ totalHalves }) => totalHalves === best) : [];
  return (
    <div className="grid grid-cols-2 gap-3 max-narrow:grid-cols-1 md:grid-cols-4 md:gap-4">
      <Card title={leaders.length > 1 ? `Leader · ${leaders.length} tied` : 'Leader'} value={formatPoints(best)} wide>
        <span className="flex min-w-0 items-center gap-2 font-display text-xl font-semibold sm:text-2xl">
          <Icon name="trophy" className="size-7 text-led" />
          <span className="line-clamp-2">{leaders.map(({ name }) => name).join(', ') || 'Nobody yet'}</span>
        </span>
      </Card>
      <Card title="Average Score" value={formatAverage(meanScore(rows.map(({ totalHalves }) => totalHalves)))} />
      <Card title="Active Players" value={activePlayers ?? '–'}>
        <span className="text-sm text-board-soft">of {new Set(rows.map(({ ownerId }) => ownerId)).size}</span>
      </Card>
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly value: number | string;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

function Card({ title, value, wide = false, children }: CardProps) {
  return (
    <section
      className={`board flex min-h-32 flex-col justify-between p-4 ${wide ? 'col-span-2 max-narrow:col-auto' : ''}`}
    >
      <h2 className="label text-board-soft">{title}</h2>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <div className="order-2 min-w-0 flex-1 text-right first:text-left max-narrow:basis-full max-narrow:text-left">
          {children}
        </div>
        <span className="led text-5xl">
          <Digits value={value} />
        </span>
      </div>
    </section>
  );
}
