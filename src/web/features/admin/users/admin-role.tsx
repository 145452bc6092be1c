import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserListing } from '#contract/admin.ts';
import { usersQuery } from '#web/features/admin/queries.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Gives and takes the admin role, and asks first. */
export function AdminRole({ user }: { readonly user: UserListing }) {
  const [asks, setAsks] = useState(false);
  const word = user.isAdmin ? 'Remove admin' : 'Make admin';
  return (
    <>
      <Button tone="plain" aria-label={`${word}: ${user.displayName}`} onClick={() => setAsks(true)}>
        {word}
      </Button>
      {asks && <Question user={user} word={word} onClose={() => setAsks(false)} />}
    </>
  );
}

interface QuestionProps {
  readonly user: UserListing;
  readonly word: string;
  readonly onClose: () => void;
}

function Question({ user: { id, displayName, email, isAdmin }, word, onClose }: QuestionProps) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () => call('PATCH /api/users/:userId', { params: { userId: id }, body: { isAdmin: !isAdmin } }),
    onSuccess: (changed) => {
      client.setQueryData(
        usersQuery.queryKey,
        (data) => data && { users: data.users.map((user) => (user.id === id ? changed : user)) },
      );
      onClose();
    },
    onError: (error) => console.error('Error changing the admin role', error),
  });
  return (
    <ConfirmDialog
      title={word}
      action={word}
      danger={isAdmin}
      isPending={saving.isPending}
      refusal={saving.isError ? failureText(saving.error) : null}
      onConfirm={() => saving.mutate()}
      onClose={onClose}
    >
      <p className="break-words">
        {displayName} ({email})
      </p>
      <p>
        {isAdmin
          ? 'This account will no longer see the admin panel. Its pools and picks stay.'
          : 'An admin can change users, pools and games, and see the log of what admins did.'}
      </p>
    </ConfirmDialog>
  );
}
