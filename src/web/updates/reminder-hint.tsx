import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useMe } from '#web/lib/session-provider.tsx';
import { notificationsQuery, useNotificationsChange } from '#web/parts/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import { HintLine } from './hint-line.tsx';

interface ReminderHintProps {
  /** Shown while there is nothing to ask. */
  readonly otherwise: ReactNode;
}

/** Asks once about reminders by mail, if the person has not chosen yet. */
export function ReminderHint({ otherwise }: ReminderHintProps) {
  const { emailVerified } = useMe();
  const { data } = useQuery(notificationsQuery);
  const change = useNotificationsChange();
  const [answered, setAnswered] = useState<'yes' | 'no' | null>(null);
  const [isClosed, setClosed] = useState(false);
  const hasChosen = data?.asked || data?.choices.some(({ kind }) => kind === 'missing-picks');
  // The reply to an answer tells that there is one; until then the question stays.
  if (data && answered === 'yes' && hasChosen && !isClosed) {
    return (
      <HintLine onClose={() => setClosed(true)}>
        We'll email you {data.hours === 1 ? '1 hour' : `${data.hours} hours`} before picks lock. Change it in your
        profile.
      </HintLine>
    );
  }
  if (answered === 'no' || hasChosen !== false || !data?.channels.includes('mail')) return otherwise;
  const answer = (wanted: boolean): void => {
    const choice = { kind: 'missing-picks', channel: 'mail', wanted } as const;
    setAnswered(wanted ? 'yes' : 'no');
    if (!change.isPending) change.mutate({ asked: true, ...(wanted && { choice }) });
  };
  return (
    <HintLine onClose={() => answer(false)} action={<Button onClick={() => answer(true)}>Yes</Button>}>
      {change.failure
        ? "Couldn't save that. Tap Yes to try again."
        : 'Want a reminder by email when picks are missing?'}
      {!emailVerified && change.failure === null && ' Confirm your email first.'}
    </HintLine>
  );
}
