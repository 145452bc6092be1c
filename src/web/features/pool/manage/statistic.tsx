import { Digits } from '#web/ui/digits.tsx';

interface StatisticProps {
  readonly title: string;
  readonly value: number;
  readonly note?: string | null;
}

/** A number on a board, over what it counts. */
export function Statistic({ title, value, note }: StatisticProps) {
  return (
    <section aria-label="Statistics" className="board flex items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <h2 className="label text-board-soft">{title}</h2>
        {note && <p className="text-sm text-board-soft">Now {note}</p>}
      </div>
      <span className="led text-5xl">
        <Digits value={value} />
      </span>
    </section>
  );
}
