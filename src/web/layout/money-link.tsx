import { usePool } from '#web/parts/pool-context.tsx';

/** Leads to the pool's money page, where it has one. */
export function MoneyLink({ className }: { readonly className: string }) {
  const moneyUrl = usePool().pool?.details?.moneyUrl;
  if (!moneyUrl) return null;
  return (
    <a href={moneyUrl} target="_blank" rel="noopener noreferrer" className={className}>
      <span>
        Money<span className="sr-only"> (opens in a new tab)</span>
      </span>
    </a>
  );
}
