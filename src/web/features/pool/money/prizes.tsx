import type { MoneyReply, PrizeReply } from '#contract/money.ts';
import { formatDollars, SEASON } from '#core/money.ts';
import { ordinal } from '#core/ordinal.ts';
import { weekName } from '#core/weeks.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { PaymentRow } from './payment-row.tsx';
import type { PaymentOf } from './use-note-payment.ts';

interface PrizesProps {
  readonly money: MoneyReply;
  readonly userId: string;
  readonly onNote: ((payment: PaymentOf, paid: number) => void) | null;
}

/** The prizes with who has won them: those of the season's places, then those of the weeks, the latest first. */
export function Prizes(props: PrizesProps) {
  const { prizes } = props.money;
  const told = prizes.filter(({ isDecided, shares }) => isDecided || shares.length > 0);
  const open = prizes.filter((prize) => !told.includes(prize));
  if (prizes.length === 0) return null;
  return (
    <PanelSection title="Prizes">
      {told.toReversed().map((prize) => (
        <PrizeShares key={prize.of} {...props} prize={prize} />
      ))}
      {open.length > 0 && (
        <div className="mt-3">
          <h3 className="label mb-1 text-ink-soft">Still to win</h3>
          <ul>
            {openTexts(open).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </PanelSection>
  );
}

function PrizeShares({ money, userId, onNote, prize }: PrizesProps & { readonly prize: PrizeReply }) {
  const entries = new Map(money.entries.map((entry) => [entry.id, entry]));
  const { of, shares } = prize;
  return (
    <div className="money-prize">
      <h3 className="label text-ink-soft">
        {prizeName(of)}
        {prize.rolled > 0 && ` · ${formatDollars(prize.rolled)} rolled over`}
      </h3>
      {shares.every(({ cents }) => cents === 0) && <p className="py-1 text-ink-soft">{noWinnerText(prize)}</p>}
      {shares.map(({ id, cents, rank, paid, noted }) => (
        <PaymentRow
          key={id}
          payment={{ entryId: id, purpose: of, cents, paid }}
          label={[rank !== undefined && ordinal(rank), entries.get(id)?.name ?? id].filter(Boolean).join(' ')}
          isOwn={entries.get(id)?.ownerId === userId}
          noted={noted}
          onNote={onNote}
        />
      ))}
    </div>
  );
}

function noWinnerText({ of, cents, isDecided }: PrizeReply): string {
  if (!isDecided) return 'Not decided.';
  return of === SEASON ? 'Nobody took a place with a prize.' : `Nobody won. ${formatDollars(cents)} rolls over.`;
}

/** What is left to win: weeks of one amount together. */
function openTexts(open: readonly PrizeReply[]): string[] {
  const weeks = [
    ...Map.groupBy(
      open.filter(({ of }) => of !== SEASON),
      ({ cents }) => cents,
    ),
  ];
  const season = open.filter(({ of }) => of === SEASON);
  return [
    ...weeks.map(([cents, all]) => `${weeksText(all)}: ${formatDollars(cents)}${all.length > 1 ? ' each' : ''}`),
    ...season.map(({ cents }) => `Season: ${formatDollars(cents)} for the places`),
  ];
}

function weeksText(weeks: readonly PrizeReply[]): string {
  const [first, last] = [weeks[0]?.of ?? '', weeks.at(-1)?.of ?? ''];
  return first === last ? weekName(first) : `${weekName(first)} to ${weekName(last)}`;
}

function prizeName(of: string): string {
  return of === SEASON ? 'Season' : weekName(of);
}
