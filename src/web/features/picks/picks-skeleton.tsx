import { Skeleton } from '#web/ui/loaded.tsx';

const cards = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/** The placeholder of the Picks screen. */
export function PicksSkeleton() {
  return (
    <>
      <Skeleton className="h-16" />
      <Skeleton className="mt-5 mb-3 h-11 max-md:h-15" />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {cards.map((card) => (
          <Skeleton key={card} className="h-38.5" />
        ))}
      </div>
    </>
  );
}
