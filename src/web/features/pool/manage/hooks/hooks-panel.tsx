import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HOOKS_EACH } from '#core/hooks/hooks.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { HookDialog } from './hook-dialog.tsx';
import { HookRow } from './hook-row.tsx';
import { hooksQuery } from './hooks-query.ts';

/** Where news of a pool is sent. */
export function HooksPanel({ poolId }: { readonly poolId: string }) {
  const [adds, setAdds] = useState(false);
  const query = useQuery(hooksQuery(poolId));
  return (
    <PanelSection title="Discord, Slack and webhooks">
      <p className="mb-3 text-ink-soft">
        Post the pool's news to a Discord channel or to an app of your own. It never gives picks away.
      </p>
      <Loaded query={query} failure="Couldn't load the webhooks" skeleton={<Skeleton className="h-12" />}>
        {({ hooks }) => (
          <>
            <ul>
              {hooks.map((hook) => (
                <HookRow key={hook.id} poolId={poolId} hook={hook} />
              ))}
            </ul>
            {hooks.length < HOOKS_EACH ? (
              <Button tone="plain" onClick={() => setAdds(true)} className="mt-1">
                Add a webhook
              </Button>
            ) : (
              <p className="text-sm text-ink-soft">A pool can have {HOOKS_EACH} webhooks. Remove one to add another.</p>
            )}
          </>
        )}
      </Loaded>
      {adds && <HookDialog poolId={poolId} onClose={() => setAdds(false)} />}
    </PanelSection>
  );
}
