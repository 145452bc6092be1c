import type { MoneyReply, Noted } from '#contract/money.ts';
import type { PoolReply } from '#contract/pools.ts';
import { recordTime } from '#core/kickoff-text.ts';
import { counted, listedNames } from '#core/listed.ts';
import type { Cents } from '#core/money.ts';
import { balanceOf, formatDollars } from '#core/money.ts';
import { payLink } from '#core/pay-link.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { ExternalLink } from '#web/ui/external-link.tsx';
import { buyBacksOf } from './buy-backs.ts';

interface OwnMoneyProps {
  readonly money: MoneyReply;
  readonly userId: string;
  readonly pool: Pick<PoolReply, 'name' | 'moneyUrl' | 'rules'>;
}

/** What the person has paid and won. */
export function OwnMoney({ money: { plan, entries, prizes }, userId, pool }: OwnMoneyProps) {
  const own = entries.filter(({ ownerId }) => ownerId === userId);
  if (own.length === 0) return null;
  const ids = new Set(own.map(({ id }) => id));
  const { won, paid, owed, over } = balanceOf(prizes.flatMap(({ shares }) => shares.filter(({ id }) => ids.has(id))));
  const fees = feesOf(own);
  const weeks = own.reduce((sum, each) => sum + (each.weeks ?? 0), 0);
  const extra = weeks > 0 ? counted(weeks, 'week') : buyBacksOf(own, plan);
  const { weekly } = pool.rules;
  const note = `${pool.name}: ${listedNames(own.map(({ name }) => name))}`;
  const pay = pool.moneyUrl !== '' && (
    <ExternalLink
      to={payLink(pool.moneyUrl, fees.due, note)}
      text={fees.due > 0 ? `Pay ${formatDollars(fees.due)}` : 'Pay'}
      className={buttonLook(fees.due > 0 ? 'primary' : 'plain')}
    />
  );
  return (
    <PanelSection title="Your money" tools={pay}>
      <dl className="grid gap-3 text-lg">
        {(fees.due > 0 || fees.paid > 0 || (weekly && plan.fee > 0)) && (
          <div>
            <dt className="label text-ink-soft">
              {weekly ? 'Weekly fees' : own.length === 1 ? 'Entry fee' : 'Entry fees'}
            </dt>
            <dd>
              {fees.due === 0 && fees.paid === 0 && 'Nothing to pay yet'}
              {fees.paid > 0 && `✓ ${formatDollars(fees.paid)} paid`}
              {fees.paid > 0 && fees.due > 0 && ', '}
              {fees.due > 0 && `${formatDollars(fees.due)} to pay`}
              {extra !== null && ` (${extra})`}
            </dd>
            {fees.noted && (
              <dd className="text-sm text-ink-soft">
                Noted by {fees.noted.by.name}, {recordTime(fees.noted.at)}
              </dd>
            )}
          </div>
        )}
        <div>
          <dt className="label text-ink-soft">Won</dt>
          <dd>{won === 0 && paid === 0 ? 'Nothing yet' : wonText({ won, paid, owed, over })}</dd>
        </div>
      </dl>
    </PanelSection>
  );
}

function wonText({ won, paid, owed, over }: ReturnType<typeof balanceOf>): string {
  if (paid === 0) return `${formatDollars(won)}, not paid out yet`;
  const rest = over > 0 ? `${formatDollars(over)} to give back` : owed > 0 ? `${formatDollars(owed)} to come` : '';
  return [formatDollars(won), `${formatDollars(paid)} paid out`, rest].filter(Boolean).join(', ');
}

/** The fees of the viewer's entries: paid and due. */
interface OwnFees {
  readonly paid: Cents;
  readonly due: Cents;
  /** The latest recorded payment. */
  readonly noted: Noted | undefined;
}

/** Each entry owes its own fee: an overpayment for one is not credited to another. */
export function feesOf(own: readonly Pick<MoneyReply['entries'][number], 'due' | 'paid' | 'noted'>[]): OwnFees {
  const notes = own.flatMap(({ noted }) => noted ?? []);
  return {
    paid: own.reduce((sum, { paid }) => sum + paid, 0),
    due: own.reduce((sum, { due, paid }) => sum + Math.max(0, due - paid), 0),
    noted: notes.toSorted((a, b) => b.at - a.at)[0],
  };
}
