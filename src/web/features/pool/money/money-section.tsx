import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import { admits } from '#core/permissions.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import type { Live } from '#web/parts/now/use-now.ts';
import { useNow } from '#web/parts/now/use-now.ts';
import { useLatestData } from '#web/parts/panel/optimistic.ts';
import { useRequester } from '#web/parts/requester.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { IfEndedNow } from './if-ended-now.tsx';
import { OwnMoney } from './own-money.tsx';
import { Fees, Owed, Prizes, useNotePayment } from './payments.tsx';
import { Pot } from './pot.tsx';
import './money.css';

/** The pool's money: the plan, who has paid, who has won what. Commissioners and admins record payments. */
export function MoneySection({ pool }: SectionProps) {
  const live = useNow(pool);
  return (
    <LoadedMoney poolId={pool.id}>
      {(reply) => (live.isKnown ? <Ledger key={pool.id} {...{ pool, reply, live }} /> : moneySkeleton)}
    </LoadedMoney>
  );
}

/** The plan alone, for those who may set it, and the way to the ledger if that is in use. */
export function MoneyPlan({ pool, ledger }: SectionProps & { readonly ledger: string }) {
  return (
    <LoadedMoney poolId={pool.id}>
      {(money) => (
        <div className="grid max-w-2xl justify-items-start gap-4">
          <div className="w-full">
            <Pot pool={pool} money={money} canSet />
          </div>
          {pool.hasMoney && (
            <Link to={ledger} className={buttonLook('plain')}>
              See who has paid
            </Link>
          )}
        </div>
      )}
    </LoadedMoney>
  );
}

interface LoadedMoneyProps {
  readonly poolId: string;
  readonly children: (money: MoneyReply) => ReactNode;
}

function LoadedMoney({ poolId, children }: LoadedMoneyProps) {
  const money = useQuery(moneyQuery(poolId));
  return (
    <Loaded query={money} failure="Couldn't load the money" skeleton={moneySkeleton}>
      {children}
    </Loaded>
  );
}

const moneySkeleton = <Skeleton className="h-144" />;

interface LedgerProps extends SectionProps {
  readonly reply: MoneyReply;
  readonly live: Live;
}

function Ledger({ pool, reply, live }: LedgerProps) {
  const me = useMe();
  const money = useLatestData(moneyQuery(pool.id).queryKey, reply);
  const canSet = admits('commissioner', useRequester());
  const note = useNotePayment(pool.id);
  const rows = { money, userId: me.id, onNote: canSet ? note : null };
  const own = <OwnMoney money={money} userId={me.id} pool={pool} />;
  const fees = <Fees {...rows} isWeekly={pool.rules.weekly} />;
  const pot = <Pot pool={pool} money={money} canSet={canSet} />;
  const owed = <Owed {...money} />;
  const now = live.weekId && <IfEndedNow money={money} weekId={live.weekId} week={live.week} />;
  const prizes = <Prizes {...rows} />;
  // Those who collect the money start with who hasn't paid, and players with their own.
  return (
    <div className="halves">
      <div className="grid gap-4">
        {canSet ? fees : own}
        {now}
        {canSet ? own : fees}
        {owed}
      </div>
      <div className="grid gap-4">
        {pot}
        {prizes}
      </div>
    </div>
  );
}
