import { useMutation } from '@tanstack/react-query';
import { call, failureText } from '#web/lib/api.ts';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

interface MailSwitchProps {
  /** What of the profile it sets. */
  readonly kind: 'wantsReminders' | 'wantsAnnouncements';
  readonly label: string;
  readonly note: string;
}

/** Whether the person wants some kind of mail. Shown at once, and reset where saving fails. */
export function MailSwitch({ kind, label, note }: MailSwitchProps) {
  const me = useMe();
  const { setUser } = useAuth();
  const saving = useMutation({
    mutationFn: (wanted: boolean) => call('PATCH /api/profile', { body: { [kind]: wanted } }),
    onSuccess: setUser,
    onError: (error) => console.error('Error updating the profile', error),
  });
  return (
    <>
      <CheckRow
        label={label}
        note={note}
        checked={saving.isPending ? saving.variables : me[kind]}
        disabled={saving.isPending}
        onChange={(wanted) => saving.mutate(wanted)}
      />
      <Refusal text={saving.isError ? failureText(saving.error) : null} />
    </>
  );
}
