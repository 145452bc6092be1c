import { useQuery } from '@tanstack/react-query';
import type { ManageProps } from '#web/features/pool/manage/pool-manager.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { planQuery } from './plan-query.ts';
import { SamePeople } from './same-people.tsx';
import { SeasonBefore } from './season-before.tsx';
import { YearsBefore } from './years-before.tsx';

/** What commissioners add to the almanac: years before, who is who, and the season that this one follows. */
export function AlmanacSection({ pool }: ManageProps) {
  const query = useQuery(planQuery(pool.id));
  return (
    <Loaded query={query} failure="Couldn't load the almanac" skeleton={<Skeleton className="h-144" />}>
      {(plan) => (
        <div className="grid gap-4">
          <PanelSection title="Earlier years">
            <YearsBefore poolId={pool.id} plan={plan} />
          </PanelSection>
          <PanelSection title="Same people">
            <SamePeople poolId={pool.id} plan={plan} />
          </PanelSection>
          <PanelSection title="Previous season">
            <SeasonBefore poolId={pool.id} poolName={pool.settings.name} plan={plan} />
          </PanelSection>
        </div>
      )}
    </Loaded>
  );
}
