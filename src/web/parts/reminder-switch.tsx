import { useMutation } from '@tanstack/react-query';
import { call, failureText } from '#web/lib/api.ts';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** Whether the person is mailed when picks of theirs are missing. Shown at once, and reset where saving fails. */
export function ReminderSwitch() {
  const me = useMe();
  const { setUser } = useAuth();
  const saving = useMutation({
    mutationFn: (wantsReminders: boolean) => call('PATCH /api/profile', { body: { wantsReminders } }),
    onSuccess: setUser,
    onError: (error) => console.error('Error updating the profile', error),
  });
  return (
    <>
      <CheckRow
        label="Remind me by email"
        note="When an admin sees that picks of yours are missing"
        checked={saving.isPending ? saving.variables : me.wantsReminders}
        disabled={saving.isPending}
        onChange={(wants) => saving.mutate(wants)}
      />
      <Refusal text={saving.isError ? failureText(saving.error) : null} />
    </>
  );
}
