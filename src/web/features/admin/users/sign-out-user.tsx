import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserListing } from '#contract/admin.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Ends every session of somebody, and asks first. */
export function SignOutUser({ user: { id, displayName, email } }: { readonly user: UserListing }) {
  const [asks, setAsks] = useState(false);
  const toast = useToast();
  const ending = useMutation({
    mutationFn: () => call('DELETE /api/users/:userId/sessions', { params: { userId: id } }),
    onSuccess: () => {
      setAsks(false);
      toast({ type: 'success', title: 'Signed out', message: `${displayName} is signed out on every device.` });
    },
    onError: (error) => console.error('Error ending the sessions of a user', error),
  });
  return (
    <>
      <Button tone="plain" aria-label={`Sign out everywhere: ${displayName}`} onClick={() => setAsks(true)}>
        Sign out everywhere
      </Button>
      {asks && (
        <ConfirmDialog
          title="Sign out everywhere"
          action="Sign out"
          danger
          isPending={ending.isPending}
          refusal={ending.isError ? failureText(ending.error) : null}
          onConfirm={() => ending.mutate()}
          onClose={() => setAsks(false)}
        >
          <p className="break-words">
            {displayName} ({email})
          </p>
          <p>Every device of this account is signed out at once. Its password stays, so they can sign in again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
