import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PoolEditReply } from '#contract/pools.ts';
import { call, failureText } from '#web/lib/api.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import type { QrCodeProps } from '#web/parts/qr-code.tsx';
import '#web/parts/qr-code.css';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { poolEditQuery, summaryQuery } from './pool-edit.ts';

const QrCode = lazyPart<QrCodeProps>(
  async () => (await import('#web/parts/qr-code.tsx')).QrCode,
  <div className="qr-code" />,
);

/** Makes the invite link of a pool, and shares it. */
export function InviteTools({ pool: { id, invite, settings } }: { readonly pool: PoolEditReply }) {
  const [renews, setRenews] = useState(false);
  const making = useMakeInvite(id);
  const refusal = making.isError ? failureText(making.error) : null;
  if (invite === null) {
    return (
      <>
        <Refusal text={refusal} />
        <Button isPaused={making.isPending} onClick={() => making.mutate()} className="w-full">
          Make a link
        </Button>
      </>
    );
  }
  return (
    <>
      <InviteLink poolName={settings.name} url={invite.url} />
      <Button tone="plain" onClick={() => setRenews(true)} className="mt-3 w-full">
        Renew link
      </Button>
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
    </>
  );
}

interface InviteLinkProps {
  readonly poolName: string;
  readonly url: string;
}

/** An invite link to copy, share or scan. */
export function InviteLink({ poolName, url }: InviteLinkProps) {
  const canShare = 'share' in navigator;
  return (
    <>
      <TextField label="Link" readOnly value={url} onFocus={(event) => event.target.select()} />
      <div className={canShare ? 'grid grid-cols-2 gap-3' : 'grid'}>
        {canShare && <Share poolName={poolName} url={url} />}
        <CopyButton label="Copy link" text={url} tone={canShare ? 'plain' : 'primary'} />
      </div>
      <QrCode text={url} label="QR code of the invite link" />
      <p className="text-center text-sm text-ink-soft">Players next to you scan it with their phone's camera.</p>
    </>
  );
}

/** Makes the invite link of a pool, or a new one. */
export function useMakeInvite(poolId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/pools/:poolId/invite', { params: { poolId } }),
    onSuccess: (invite) => {
      client.setQueryData(poolEditQuery(poolId).queryKey, (pool) => pool && { ...pool, invite });
      void client.invalidateQueries({ queryKey: summaryQuery.queryKey });
    },
    onError: (error) => console.error('Error making an invite link', error),
  });
}

/** Shares the link and a text with another app of the device. */
function Share({ poolName, url }: InviteLinkProps) {
  const text = `Come play in ${poolName}! Pick the winner of every game, and we'll see who knows football.`;
  function share(): void {
    // A person who cancels sends nothing, so no message is needed.
    navigator.share({ title: poolName, text, url }).catch(() => undefined);
  }
  return <Button onClick={share}>Share</Button>;
}
