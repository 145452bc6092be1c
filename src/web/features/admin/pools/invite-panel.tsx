import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PoolEditReply } from '#contract/pool-admin.ts';
import { PanelSection } from '#web/features/admin/panel-section.tsx';
import { poolEditQuery } from '#web/features/admin/queries.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** The link by which people join by themselves. */
export function InvitePanel({ pool: { id, invite } }: { readonly pool: PoolEditReply }) {
  const [renews, setRenews] = useState(false);
  const making = useMakeInvite(id);
  const refusal = making.isError ? failureText(making.error) : null;
  return (
    <PanelSection title="Invite link">
      <p className="mb-3 text-ink-soft">Whoever opens this link can join the pool. Send it to your players.</p>
      {invite === null ? (
        <>
          <Refusal text={refusal} />
          <Button disabled={making.isPending} onClick={() => making.mutate()}>
            Make a link
          </Button>
        </>
      ) : (
        <>
          <TextField label="Link" readOnly value={invite.url} onFocus={(event) => event.target.select()} />
          <div className="grid grid-cols-2 gap-3">
            <Copy text={invite.url} />
            <Button tone="plain" onClick={() => setRenews(true)}>
              Renew link
            </Button>
          </div>
        </>
      )}
      {renews && (
        <ConfirmDialog
          title="Renew link"
          action="Renew link"
          isPending={making.isPending}
          refusal={refusal}
          onConfirm={() => making.mutate(undefined, { onSuccess: () => setRenews(false) })}
          onClose={() => setRenews(false)}
        >
          <p>The link you sent so far will no longer work. Those who joined by it stay.</p>
        </ConfirmDialog>
      )}
    </PanelSection>
  );
}

function useMakeInvite(poolId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/pools/:poolId/invite', { params: { poolId } }),
    onSuccess: (invite) => client.setQueryData(poolEditQuery(poolId).queryKey, (pool) => pool && { ...pool, invite }),
    onError: (error) => console.error('Error making an invite link', error),
  });
}

/** Browsers let a page copy only where it is served safely; elsewhere the text can be selected. */
function Copy({ text }: { readonly text: string }) {
  const [said, setSaid] = useState<string | null>(null);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Copy it by hand');
    }
  }
  return (
    <>
      <Button onClick={() => void copy()}>{said ?? 'Copy link'}</Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
