import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationsReply } from '#contract/notify.ts';
import { EASTERN_ZONE } from '#core/kickoff-text.ts';
import type { NoticeKind } from '#core/notify/kinds.ts';
import { channelWords, kindNames, noticeKinds } from '#core/notify/kinds.ts';
import { reminderHours } from '#core/notify/moments.ts';
import { knownZone } from '#core/notify/quiet.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import type { PushState } from '#web/lib/push.ts';
import { pushAbility, pushQuery, turnPushOff, turnPushOn } from '#web/lib/push.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { browserZone } from '#web/lib/zone.ts';
import {
  isWanted,
  notificationsQuery,
  useChangedNotifications,
  useNotificationsChange,
} from '#web/parts/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ProfileSection } from './profile-section.tsx';

const kindNotes: Readonly<Record<NoticeKind, string>> = {
  'missing-picks':
    "Before the week's first lock, and again before its first Sunday game, if you still have picks to make",
  'week-result': 'Your points and who won, once a week is decided',
  announcement: 'News from your commissioner',
  mention: 'When somebody mentions you with @ in Talk',
};

/** The person's notifications, their channels and quiet hours. */
export function Notifications() {
  const query = useQuery(notificationsQuery);
  return (
    <ProfileSection title="Notifications">
      <div className="mb-3">
        <PushSwitch />
      </div>
      <Loaded query={query} failure="Couldn't load notifications" skeleton={<Skeleton className="h-144" />}>
        {(reply) => reply.channels.length > 0 && <Switches reply={reply} />}
      </Loaded>
    </ProfileSection>
  );
}

function Switches({ reply: stored }: { readonly reply: NotificationsReply }) {
  const reply = useChangedNotifications(stored);
  const change = useNotificationsChange();
  const { channels, hasDevice, hours } = reply;
  const failureOf = (kind: NoticeKind | undefined): string | null => {
    const failure = change.failures.findLast((each) => each.change.choice?.kind === kind);
    return failure ? failureText(failure.error) : null;
  };
  const { emailVerified } = useMe();
  return (
    <>
      {channels.includes('push') && !hasDevice && (
        <p className="py-2 text-sm text-ink-soft">Push works on devices where you've turned it on.</p>
      )}
      {channels.includes('mail') && !emailVerified && (
        <p className="flex items-start gap-2 py-2 text-amber">
          <Icon name="alert" />
          <span>
            Emails go out once your address is verified.{' '}
            <Link to="/profile" className="text-blue underline">
              Verify it
            </Link>
          </span>
        </p>
      )}
      {noticeKinds.map((kind) => (
        <fieldset key={kind} className="py-2">
          <legend className="contents font-semibold">{kindNames[kind]}</legend>
          <p className="text-sm text-ink-soft">{kindNotes[kind]}</p>
          <div className="flex flex-wrap gap-x-6">
            {channels.map((channel) => (
              <CheckRow
                key={channel}
                label={
                  <>
                    <span className="sr-only">{kindNames[kind]} by </span>
                    {channelWords[channel]}
                  </>
                }
                checked={isWanted(reply, { kind, channel })}
                onChange={(wanted) => change.mutate({ choice: { kind, channel, wanted } })}
              />
            ))}
          </div>
          <Refusal text={failureOf(kind)} />
        </fieldset>
      ))}
      <div className="mt-3">
        <SelectField
          label="Remind me"
          value={String(hours)}
          options={reminderHours.map((each) => [String(each), hoursText(each)])}
          onChange={(text) => {
            const chosen = reminderHours.find((each) => String(each) === text);
            if (chosen !== undefined) change.mutate({ hours: chosen });
          }}
          note={`Never between 10 PM and 8 AM ${zoneText(reply)}. Anything due then comes before 10 PM.`}
        />
      </div>
      <Refusal text={failureOf(undefined)} />
    </>
  );
}

function hoursText(hours: number): string {
  return hours === 1 ? '1 hour before the lock' : `${hours} hours before the lock`;
}

/** The zone of the quiet hours. Before the first choice it is the browser's, which is saved with it. */
function zoneText({ zone, choices }: NotificationsReply): string {
  const timeZone = knownZone(zone ?? (choices.length === 0 ? browserZone() : EASTERN_ZONE)) ?? EASTERN_ZONE;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

const pushNotes = {
  on: 'Until you sign out here.',
  off: 'Your browser will ask first.',
  blocked:
    "This browser doesn't let Pick'em notify you. Allow it in the browser's settings for this site, then reload.",
  'not-installed':
    "First put Pick'em on your home screen: tap Share, then Add to Home Screen. Open it there and come back here.",
  insecure: 'Browsers allow this, and starting without a connection, only where the address begins with https.',
  unsupported: "This browser can't do that.",
} as const satisfies Record<PushState, string>;

/** Whether this device shows push messages. The browser asks for permission only when the switch is turned on. */
function PushSwitch() {
  const client = useQueryClient();
  const { data: known } = useQuery(pushQuery);
  // Whether the browser forbids it is known at once, so that nothing below moves later.
  const state = known ?? stateAtFirst();
  const switching = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn() : turnPushOff()),
    onError: (error) => console.error('Error switching notifications', error),
    onSettled: () =>
      Promise.all([pushQuery, notificationsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  });
  const isRefused = switching.isSuccess && !switching.data && state === 'off';
  return (
    <>
      <CheckRow
        label="Notify me on this device"
        note={isRefused ? "OK, it's off. Turn it on anytime." : pushNotes[state]}
        checked={switching.isPending ? switching.variables : state === 'on'}
        disabled={known !== 'on' && known !== 'off'}
        onChange={(on) => {
          if (!switching.isPending) switching.mutate(on);
        }}
      />
      <Refusal text={switching.isError ? switchFailure(switching.error) : null} />
      {(state === 'on' || state === 'off') && <PushTest isOn={state === 'on'} />}
    </>
  );
}

function stateAtFirst(): PushState {
  const able = pushAbility();
  return able === 'able' ? 'off' : able;
}

function switchFailure(error: unknown): string {
  if (error instanceof ApiError) return failureText(error);
  return "This browser couldn't reach its own notification service. Try again, or use another browser.";
}

/** Shown before it can be used, so that nothing moves when it can. */
function PushTest({ isOn }: { readonly isOn: boolean }) {
  const testing = useMutation({
    mutationFn: () => call('POST /api/push/test', {}),
    onError: (error) => console.error('Error sending a test', error),
  });
  return (
    <>
      <Button
        tone="plain"
        disabled={!isOn}
        isPaused={testing.isPending}
        onClick={() => testing.mutate()}
        className="mt-1"
      >
        {testing.isPending ? 'Sending...' : 'Send a test'}
      </Button>
      <p role="status" className="mt-1 min-h-5 text-sm text-ink-soft">
        {testing.isSuccess && sentText(testing.data.isTaken)}
      </p>
      <Refusal text={testing.isError ? failureText(testing.error) : null} />
    </>
  );
}

function sentText(isTaken: boolean): string {
  return isTaken ? 'Sent. It should show up in a moment.' : "It couldn't be sent. Turn notifications off and on again.";
}
