import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { MoneyReply, Noted, PrizeReply } from '#contract/money.ts';
import { formatDay } from '#core/kickoff-text.ts';
import { counted } from '#core/listed.ts';
import type { Cents, Due } from '#core/money.ts';
import { balanceOf, FEE, formatDollars, isSidePurpose, SEASON } from '#core/money.ts';
import { ordinal } from '#core/ordinal.ts';
import { weekName, weekRange } from '#core/weeks.ts';
import { call } from '#web/lib/api.ts';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import { aboutText } from '#web/parts/money/plan-draft.ts';
import { useOptimisticAct } from '#web/parts/panel/optimistic.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { buyBacksText } from './buy-backs.ts';

interface FeesProps {
  readonly money: MoneyReply;
  readonly userId: string;
  readonly isWeekly: boolean;
  readonly onNote: ((payment: PaymentOf, paid: number) => void) | null;
}

/**
 * Who has not paid the entry fee, and below who has, folded. An entry that left the standings owes nothing but weeks that
 * it played with weekly play, and may have paid. A payment that is noted leaves its row in place: nothing moves under the finger.
 */
export function Fees({ money: { plan, entries }, userId, isWeekly, onNote }: FeesProps) {
  const dues = entries.map((each) => ({ ...each, cents: each.due })).filter(({ cents, paid }) => cents > 0 || paid > 0);
  const [settled] = useState(() => new Set(dues.filter(isSettled).map(({ id }) => id)));
  if (dues.length === 0) return null;
  // An amount that differs needs a look, even if the fee changed since.
  const isFolded = (due: (typeof dues)[number]) => settled.has(due.id) && (isSettled(due) || due.paid === 0);
  const folded = dues.filter(isFolded);
  const done = dues.filter(({ cents, paid }) => paid > 0 && paid >= cents).length;
  const rows = (shown: typeof dues) =>
    shown.map(({ id, ownerId, name, isPlaying, cents, weeks, paid, noted }) => (
      <PaymentRow
        key={id}
        payment={{ entryId: id, purpose: FEE, cents, paid }}
        label={name}
        extra={weeks === undefined ? buyBacksText(cents, plan) : playedText(weeks, isPlaying)}
        isOwn={ownerId === userId}
        noted={noted}
        onNote={onNote}
      />
    ));
  return (
    <PanelSection
      title={isWeekly ? 'Weekly fees' : 'Entry fees'}
      tools={<p className="text-ink-soft">{`${done} of ${dues.length} paid`}</p>}
    >
      <p role="status" className="mb-2 text-lg break-words">
        {done === dues.length
          ? 'Everybody has paid.'
          : `${dues.length - done} ${dues.length - done === 1 ? "hasn't" : "haven't"} paid yet.`}
      </p>
      {rows(dues.filter((due) => !isFolded(due)))}
      {folded.length > 0 && (
        <details>
          <summary className="min-h-11 py-2.5 text-ink-soft">{`${folded.filter(isSettled).length} paid`}</summary>
          {rows(folded)}
        </details>
      )}
    </PanelSection>
  );
}

/** The weeks that an entry pays for. */
function playedText(weeks: number, isPlaying: boolean): string {
  return `${counted(weeks, 'week')}${isPlaying ? '' : ', left the pool'}`;
}

/** Whether exactly the fee was paid. */
function isSettled({ cents, paid }: Due): boolean {
  return paid === cents;
}

interface PrizesProps {
  readonly money: MoneyReply;
  readonly userId: string;
  readonly onNote: ((payment: PaymentOf, paid: number) => void) | null;
}

/** How many prizes that were won are in sight; the earlier ones are folded. */
const LATEST_PRIZES = 4;

/** The prizes and their winners: the season's places first, then the weeks, latest first. */
export function Prizes(props: PrizesProps) {
  const { prizes } = props.money;
  const listed = prizes.filter(({ isDecided, shares }) => isDecided || shares.length > 0);
  const open = prizes.filter((prize) => !listed.includes(prize));
  if (prizes.length === 0) return null;
  const newestFirst = listed.toReversed();
  const [latest, earlier] = [newestFirst.slice(0, LATEST_PRIZES), newestFirst.slice(LATEST_PRIZES)];
  const shares = (prize: PrizeReply) => <PrizeShares key={prize.of} {...props} prize={prize} />;
  return (
    <PanelSection title="Prizes">
      {latest.map(shares)}
      {earlier.length > 0 && (
        <details className="money-prize">
          <summary className="min-h-11 py-2.5 text-ink-soft">{`${earlier.length} earlier`}</summary>
          {earlier.map(shares)}
        </details>
      )}
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
        {prizeName(prize)}
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
  if (of === SEASON) return 'Nobody took a place with a prize.';
  return isSidePurpose(of) ? 'Nobody won.' : `Nobody won. ${formatDollars(cents)} rolls over.`;
}

/** The prizes not won yet; weeks with the same amount are combined. */
function openTexts(open: readonly PrizeReply[]): string[] {
  const weeks = [
    ...Map.groupBy(
      open.filter(({ of }) => of !== SEASON && !isSidePurpose(of)),
      ({ cents, isAbout }) => aboutText(cents, isAbout),
    ),
  ];
  const sides = open.filter(({ of }) => isSidePurpose(of));
  const season = open.filter(({ of }) => of === SEASON);
  return [
    ...weeks.map(([amount, all]) => `${weekRange(all.map(({ of }) => of))}: ${amount}${all.length > 1 ? ' each' : ''}`),
    ...sides.map((prize) => `${prizeName(prize)}: ${formatDollars(prize.cents)}`),
    ...season.map(({ cents, isAbout }) => `Season places: ${aboutText(cents, isAbout)}`),
  ];
}

function prizeName({ of, name }: Pick<PrizeReply, 'of' | 'name'>): string {
  if (isSidePurpose(of)) return name ?? 'Side table';
  return of === SEASON ? 'Season' : weekName(of);
}

/** Who is still to be paid, or has to pay back, over all prizes. */
export function Owed({ entries, prizes }: MoneyReply) {
  const shares = Map.groupBy(
    prizes.flatMap((prize) => prize.shares),
    ({ id }) => id,
  );
  const balances = entries.map(({ id, name }) => ({ id, name, ...balanceOf(shares.get(id) ?? []) }));
  const open = balances.filter(({ owed, over }) => owed > 0 || over > 0).toSorted((a, b) => b.owed - a.owed);
  if (open.length === 0) return null;
  return (
    <PanelSection title="Prizes to pay out">
      <ul>
        {open.map(({ id, name, owed, over }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3 py-1">
            <span className="min-w-0 font-medium break-words">{name}</span>
            {owed > 0 ? (
              <span>{formatDollars(owed)}</span>
            ) : (
              <span className="text-amber">{formatDollars(over)} to give back</span>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

interface PaymentRowProps {
  readonly payment: PaymentOf;
  /** The name, and the place of a prize. */
  readonly label: string;
  /** What else the amount is for. */
  readonly extra?: string | null;
  readonly isOwn: boolean;
  readonly noted: Noted | null;
  /** Null if the person may not record payments. */
  readonly onNote: ((payment: PaymentOf, paid: number) => void) | null;
}

/** What an entry owes as a fee, or gets from a prize, and whether it was paid. */
function PaymentRow({ payment, label, extra = null, isOwn, noted, onNote }: PaymentRowProps) {
  const { cents, paid } = payment;
  const who = (
    <>
      <span className="font-medium">{label}</span> {isOwn && <Badge tone="good">You</Badge>}
    </>
  );
  const amount = <span className="whitespace-nowrap">{formatDollars(cents)}</span>;
  const by = noted === null ? null : `Noted by ${noted.by.name}, ${formatDay(noted.at)}`;
  if (paid > 0 && paid !== cents) {
    return (
      <LedgerRow who={who} amount={amount} note={notesText(differenceText(payment), extra, by)} tone="text-amber">
        {onNote && (
          <Button tone="plain" aria-label={`${settledText(payment)}: ${label}`} onClick={() => onNote(payment, cents)}>
            {settledText(payment)}
          </Button>
        )}
      </LedgerRow>
    );
  }
  const words = payment.purpose === FEE ? 'Paid' : 'Paid out';
  if (onNote === null) {
    return (
      <LedgerRow who={who} amount={amount} note={notesText(extra, paid > 0 ? by : null)} tone="text-ink-soft">
        {paid > 0 && <Badge tone="good">{`✓ ${words}`}</Badge>}
      </LedgerRow>
    );
  }
  return (
    <CheckRow
      label={
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0">{who}</span> {amount}
        </span>
      }
      note={notesText(extra, paid > 0 ? (by ?? words) : null)}
      checked={paid > 0}
      disabled={cents === 0}
      onChange={(checked) => onNote(payment, checked ? cents : 0)}
    />
  );
}

interface LedgerRowProps {
  readonly who: ReactNode;
  readonly amount: ReactNode;
  readonly note: string | null;
  readonly tone: string;
  readonly children: ReactNode;
}

function LedgerRow({ who, amount, note, tone, children }: LedgerRowProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <div className="money-who">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 break-words">
          <span className="min-w-0">{who}</span> {amount}
        </p>
        {note && <p className={`text-sm break-words ${tone}`}>{note}</p>}
      </div>
      {children}
    </div>
  );
}

/** Null if there is nothing to note. */
function notesText(...notes: readonly (string | null)[]): string | null {
  return notes.filter(Boolean).join(' · ') || null;
}

/** `Paid $20, now $10`. */
function differenceText({ purpose, cents, paid }: PaymentOf): string {
  const now = cents === 0 ? (purpose === FEE ? 'no fee now' : 'no longer theirs') : `now ${formatDollars(cents)}`;
  return `Paid ${formatDollars(paid)}, ${now}`;
}

/** The action that records the difference as paid. */
function settledText({ cents, paid }: PaymentOf): string {
  const rest = formatDollars(Math.abs(cents - paid));
  return cents > paid ? `${rest} more paid` : `${rest} given back`;
}

/** What a recorded payment is for. */
interface PaymentOf extends Due {
  readonly entryId: string;
  /** A week, a side table, `FEE` or `SEASON`. */
  readonly purpose: string;
}

/** Records the total that an entry has paid or received; 0 undoes it. */
export function useNotePayment(poolId: string): (payment: PaymentOf, paid: Cents) => void {
  const client = useQueryClient();
  const { queryKey } = moneyQuery(poolId);
  const act = useOptimisticAct<MoneyReply>(queryKey);
  return ({ entryId, purpose, cents: due, paid: before }, paid) => {
    const body = { purpose, cents: paid, seen: { paid: before, due } };
    act({
      thing: `${purpose} ${entryId}`,
      show: (money) => withPaid(money, { entryId, purpose }, paid),
      undo: (money) => withPaid(money, { entryId, purpose }, before),
      send: () =>
        call('PUT /api/pools/:poolId/money/payments/:entryId', { params: { poolId, entryId }, body }).finally(
          () => void client.invalidateQueries({ queryKey }),
        ),
      failure: "Couldn't note that",
    });
  };
}

function withPaid(money: MoneyReply, { entryId, purpose }: Pick<PaymentOf, 'entryId' | 'purpose'>, paid: Cents) {
  const set = <T extends { readonly id: string }>(each: T): T => (each.id === entryId ? { ...each, paid } : each);
  if (purpose === FEE) return { ...money, entries: money.entries.map(set) };
  const prizes = money.prizes.map((prize) =>
    prize.of === purpose ? { ...prize, shares: prize.shares.map(set) } : prize,
  );
  return { ...money, prizes };
}
