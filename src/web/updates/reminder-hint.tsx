import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useMe } from '#web/lib/session-provider.tsx';
import { isWanted, notificationsQuery, useNotificationsChange } from '#web/parts/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import { HintLine } from './hint-line.tsx';

const reminderByMail = { kind: 'missing-picks', channel: 'mail' } as const;

interface ReminderHintProps {
  /** Shown while there is nothing to ask. */
  readonly otherwise: ReactNode;
}

/** Asks once about reminders by mail, if the person has not chosen yet. */
export function ReminderHint({ otherwise }: ReminderHintProps) {
  const { emailVerified } = useMe();
  const { data } = useQuery(notificationsQuery);
  const change = useNotificationsChange();
  const [stage, setStage] = useState<'open' | 'yes' | 'closed'>('open');
  // The reply to an answer tells that there is one; until then the question stays.
  if (data && stage === 'yes' && isWanted(data, reminderByMail)) {
    return (
      <HintLine key="done" onClose={() => setStage('closed')}>
        {emailVerified ? "We'll" : "Once you've confirmed your email, we'll"} email you{' '}
        {data.hours === 1 ? '1 hour' : `${data.hours} hours`} before picks lock. Change it in your profile.
      </HintLine>
    );
  }
  const hasChosen = data?.asked || data?.choices.some(({ kind }) => kind === reminderByMail.kind);
  if (stage === 'closed' || hasChosen !== false || !data?.channels.includes(reminderByMail.channel)) return otherwise;
  const hasFailed = change.failures.length > 0;
  const answer = (wanted: boolean): void => {
    setStage(wanted ? 'yes' : 'closed');
    if (!change.isPending) change.mutate({ asked: true, ...(wanted && { choice: { ...reminderByMail, wanted } }) });
  };
  return (
    <HintLine key="question" onClose={() => answer(false)} action={<Button onClick={() => answer(true)}>Yes</Button>}>
      {hasFailed ? "Couldn't save that. Tap Yes to try again." : 'Want a reminder by email when picks are missing?'}
      {!emailVerified && !hasFailed && ' Confirm your email first.'}
    </HintLine>
  );
}
