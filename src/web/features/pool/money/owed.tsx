import type { MoneyReply } from '#contract/money.ts';
import { balanceOf, formatDollars } from '#core/money.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';

/** Who is still to be paid, or has to give back, over all prizes. */
export function Owed({ entries, prizes }: MoneyReply) {
  const shares = Map.groupBy(
    prizes.flatMap((prize) => prize.shares),
    ({ id }) => id,
  );
  const balances = entries.map(({ id, name }) => ({ id, name, ...balanceOf(shares.get(id) ?? []) }));
  const open = balances.filter(({ owed, over }) => owed > 0 || over > 0);
  if (open.length === 0) return null;
  return (
    <PanelSection title="Owed">
      <ul>
        {open.map(({ id, name, owed, over }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3 py-1">
            <span className="min-w-0 font-medium break-words">{name}</span>
            {owed > 0 ? (
              <span>{formatDollars(owed)} to get</span>
            ) : (
              <span className="text-amber">{formatDollars(over)} to give back</span>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
