import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Me } from '#contract/accounts.ts';
import { mayAskForPush } from '#core/push.ts';
import { isAppleTouch, isInstalled } from '#web/lib/installed.ts';
import { forgetDevice, PUSH_REFUSED_KEY, pushAbility, pushQuery, refusePush, turnPushOn } from '#web/lib/push.ts';
import { PICK_SAVED_KEY, SIGNED_UP_KEY } from '#web/lib/query.ts';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import { readItem, writeItem } from '#web/lib/storage.ts';
import { reportZone } from '#web/lib/zone.ts';
import { isWanted, notificationsQuery, useNotificationsChange } from '#web/parts/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import { CloseButton } from '#web/ui/close-button.tsx';
import { useFocusOnLeave } from '#web/ui/focus-fallback.ts';

declare global {
  /** The browser's offer to install the app, while it is valid. */
  var installPrompt: Event | undefined;
}

/** Stores that this device was offered to install the app. */
const OFFERED_KEY = 'install-offered';

/** Hints that are shown once, one at a time. On Picks they wait for the last pick of a week, so they cover no open game. */
export function Hints() {
  const { user } = useAuth();
  const { data: hasSaved } = useQuery<boolean>({ queryKey: PICK_SAVED_KEY, enabled: false });
  const [path] = useLocation();
  const timesPicked = useAllPicked();
  useDeviceOf(user);
  if (user === null) return null;
  const confirm = <ConfirmHint email={user.email} isConfirmed={user.emailVerified} />;
  if (timesPicked > 0) return <ReminderHint key={timesPicked} otherwise={<OfferHint otherwise={confirm} />} />;
  if (path === '/picks') return null;
  return hasSaved ? <ReminderHint otherwise={confirm} /> : confirm;
}

/** How often all games of a week were picked since the page was loaded. */
function useAllPicked(): number {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const count = (): void => setTimes((before) => before + 1);
    addEventListener('all-picked', count);
    return () => removeEventListener('all-picked', count);
  }, []);
  return times;
}

/** Reports the device's time zone, and removes its push subscription when the session ends. */
function useDeviceOf(user: Me | null): void {
  const client = useQueryClient();
  const userId = user?.id;
  const before = useRef(userId);
  useEffect(() => {
    const warn = (error: unknown): void => console.warn('Could not follow this device', error);
    // If another person signed in in another window, the subscription may already be theirs.
    if (before.current !== undefined && userId === undefined) forgetDevice().catch(warn);
    before.current = userId;
    if (!user?.isEnabled) return;
    reportZone(user)
      .then((hasChanged) =>
        hasChanged ? client.invalidateQueries({ queryKey: notificationsQuery.queryKey }) : undefined,
      )
      .catch(warn);
  }, [client, user, userId]);
}

/** Shown after signing up, if the league sends mail. */
function ConfirmHint({ email, isConfirmed }: { readonly email: string; readonly isConfirmed: boolean }) {
  const client = useQueryClient();
  const { mail } = useSignInOptions();
  const { data: isNew } = useQuery<boolean>({ queryKey: SIGNED_UP_KEY, enabled: false });
  if (!isNew || !mail || isConfirmed) return null;
  return (
    <HintLine onClose={() => client.setQueryData(SIGNED_UP_KEY, false)}>
      Open the link we sent to {email}, so you can get back in if you forget your password.
    </HintLine>
  );
}

/** Offers to install the app or, if there is nothing to install, push messages. */
function OfferHint({ otherwise }: OtherwiseProps) {
  const [offer, setOffer] = useState(offerNow);
  useEffect(() => {
    if (offer === 'push') refusePush();
    else if (offer !== null) writeItem(OFFERED_KEY, 'yes');
  }, [offer]);
  const close = (): void => setOffer('closed');
  if (offer === 'closed') return null;
  if (offer === 'push') return <PushHint onClose={close} />;
  return offer === null ? otherwise : <InstallHint way={offer} onClose={close} />;
}

function offerNow(): InstallWay | 'push' | 'closed' | null {
  const way = wayToInstall();
  if (way !== null && readItem(OFFERED_KEY) === null) return way;
  const mayAsk = mayAskForPush(readItem(PUSH_REFUSED_KEY), Date.now());
  return pushAbility() === 'able' && Notification.permission !== 'granted' && mayAsk ? 'push' : null;
}

interface OfferProps {
  readonly onClose: () => void;
}

function InstallHint({ way, onClose }: OfferProps & { readonly way: InstallWay }) {
  if (way === 'share') {
    return <HintLine onClose={onClose}>Keep Pick'em on your home screen: tap Share, then Add to Home Screen.</HintLine>;
  }
  return (
    <HintLine
      onClose={onClose}
      action={
        <Button
          onClick={() => {
            onClose();
            void install();
          }}
        >
          Install
        </Button>
      }
    >
      Keep Pick'em on your home screen?
    </HintLine>
  );
}

function PushHint({ onClose }: OfferProps) {
  const client = useQueryClient();
  const [hasFailed, setFailed] = useState(false);
  const turnOn = async (): Promise<void> => {
    try {
      await turnPushOn();
      onClose();
      for (const { queryKey } of [pushQuery, notificationsQuery]) void client.invalidateQueries({ queryKey });
    } catch (error) {
      console.error('Error switching notifications', error);
      setFailed(true);
    }
  };
  return (
    <HintLine onClose={onClose} action={<Button onClick={() => void turnOn()}>Turn on</Button>}>
      {hasFailed
        ? "That didn't work. Try again, or turn it on in your profile."
        : "Get your pools' news on this device?"}
    </HintLine>
  );
}

type InstallWay = 'prompt' | 'share';

/** How this browser installs the app; null if it can't, or already has. */
function wayToInstall(): InstallWay | null {
  if (isInstalled()) return null;
  if (globalThis.installPrompt) return 'prompt';
  return isAppleTouch() ? 'share' : null;
}

async function install(): Promise<void> {
  const { installPrompt } = globalThis;
  globalThis.installPrompt = undefined;
  if (installPrompt && 'prompt' in installPrompt && typeof installPrompt.prompt === 'function') {
    await installPrompt.prompt();
  }
}

const reminderByMail = { kind: 'missing-picks', channel: 'mail' } as const;

interface OtherwiseProps {
  /** Shown if there is nothing to ask. */
  readonly otherwise: ReactNode;
}

/** Asks once about reminders by mail, if the person has not chosen yet. */
function ReminderHint({ otherwise }: OtherwiseProps) {
  const { emailVerified } = useMe();
  const { data } = useQuery(notificationsQuery);
  const change = useNotificationsChange();
  const [stage, setStage] = useState<'open' | 'yes' | 'closed'>('open');
  if (data === undefined || stage === 'closed') return null;
  // The question stays until the reply confirms the answer.
  if (stage === 'yes' && isWanted(data, reminderByMail)) {
    return (
      <HintLine key="done" onClose={() => setStage('closed')}>
        {emailVerified ? "We'll" : "Once you've confirmed your email, we'll"} email you{' '}
        {data.hours === 1 ? '1 hour' : `${data.hours} hours`} before picks lock. Change it in your profile.
      </HintLine>
    );
  }
  const hasChosen = data.asked || data.choices.some(({ kind }) => kind === reminderByMail.kind);
  if (hasChosen || !data.channels.includes(reminderByMail.channel)) return otherwise;
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

interface HintLineProps {
  readonly onClose: () => void;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A hint at the bottom of the window that is shown once. */
function HintLine({ onClose, action, children }: HintLineProps) {
  const line = useRef<HTMLDivElement>(null);
  useFocusOnLeave(line);
  return (
    <div ref={line} className="panel pointer-events-auto flex w-full max-w-lg items-center gap-3 py-1 pr-1 pl-4">
      <p className="min-w-0 flex-1 py-1.5 text-sm break-words">{children}</p>
      {action}
      <CloseButton onClose={onClose} />
    </div>
  );
}
