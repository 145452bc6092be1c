import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserListing } from '#contract/admin.ts';
import { addressOf, call, failureText } from '#web/lib/api.ts';
import { FACES_KEY, Face } from '#web/parts/face.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { allFacesQuery } from './queries.ts';

/** Removes a user's picture and stops their uploads, or allows them again, after a confirmation; nothing for a user without a picture. */
export function Uploads({ user: { id, displayName } }: { readonly user: UserListing }) {
  const client = useQueryClient();
  const { data } = useQuery(allFacesQuery);
  const [asks, setAsks] = useState(false);
  const stopping = useMutation({
    mutationFn: async (stopped: boolean) => {
      await call('PUT /api/admin/faces/:userId/stopped', { params: { userId: id }, body: { stopped } });
      void client.invalidateQueries({ queryKey: FACES_KEY });
      await client.invalidateQueries({ queryKey: allFacesQuery.queryKey });
    },
    onSuccess: () => setAsks(false),
    onError: (error) => console.error("Error changing a user's uploads", error),
  });
  const version = data?.faces.find(({ userId }) => userId === id)?.version;
  const isStopped = data?.stopped.includes(id) ?? false;
  if (version === undefined && !isStopped) return null;
  const src = version
    ? addressOf('GET /api/admin/faces/:userId', { params: { userId: id }, query: { v: version } })
    : null;
  const word = isStopped ? 'Allow pictures again' : 'Remove picture and stop uploads';
  return (
    <>
      <Button tone="text" aria-label={`${word}: ${displayName}`} onClick={() => setAsks(true)}>
        {word}
      </Button>
      {asks && (
        <ConfirmDialog
          title={word}
          action={isStopped ? 'Allow' : 'Remove'}
          danger={!isStopped}
          isPending={stopping.isPending}
          refusal={stopping.isError ? failureText(stopping.error) : null}
          onConfirm={() => stopping.mutate(!isStopped)}
          onClose={() => setAsks(false)}
        >
          <div className="flex items-center gap-4">
            <Face userId={id} name={displayName} src={src} size="large" />
            <p className="min-w-0 break-words">{displayName}</p>
          </div>
          <p>
            {isStopped
              ? 'They can upload a picture again.'
              : 'The picture is gone for good, and their initials are shown. They can upload none until you allow it again.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
