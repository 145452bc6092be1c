import { useQuery } from '@tanstack/react-query';
import type { MoneyReply } from '#contract/money.ts';
import { admits } from '#core/permissions.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useLatestData } from '#web/parts/panel/optimistic.ts';
import { useRequester } from '#web/parts/requester.ts';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { moneyQuery } from './money-query.ts';
import { OwnMoney } from './own-money.tsx';
import { Fees, Owed, Prizes, useNotePayment } from './payments.tsx';
import { Pot } from './pot.tsx';
import './money.css';

/** The pool's money: the plan, who has paid, who has won what. Commissioners and admins record payments. */
export function MoneySection({ pool }: SectionProps) {
  const money = useQuery(moneyQuery(pool.id));
  return (
    <Loaded query={money} failure="Couldn't load the money" skeleton={<Skeleton className="h-144" />}>
      {(reply) => <Ledger pool={pool} reply={reply} />}
    </Loaded>
  );
}

function Ledger({ pool, reply }: SectionProps & { readonly reply: MoneyReply }) {
  const me = useMe();
  const money = useLatestData(moneyQuery(pool.id).queryKey, reply);
  const canSet = admits('commissioner', useRequester());
  const note = useNotePayment(pool.id);
  const rows = { money, userId: me.id, onNote: canSet ? note : null };
  return (
    <div className="halves">
      <div className="grid gap-4">
        <OwnMoney money={money} userId={me.id} moneyUrl={pool.moneyUrl} />
        <Pot pool={pool} money={money} canSet={canSet} />
        <Fees {...rows} />
      </div>
      <div className="grid gap-4">
        <Owed {...money} />
        <Prizes {...rows} />
      </div>
    </div>
  );
}
