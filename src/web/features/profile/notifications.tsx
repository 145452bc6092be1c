import { useQuery } from '@tanstack/react-query';
import type { NotificationsReply } from '#contract/notify.ts';
import { EASTERN_ZONE } from '#core/kickoff-text.ts';
import type { NoticeKind } from '#core/notify/kinds.ts';
import { channelWords, kindNames, noticeKinds } from '#core/notify/kinds.ts';
import { reminderHours } from '#core/notify/moments.ts';
import { knownZone } from '#core/notify/quiet.ts';
import { failureText } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { browserZone } from '#web/lib/zone.ts';
import {
  isWanted,
  notificationsQuery,
  useChangedNotifications,
  useNotificationsChange,
} from '#web/parts/notifications.ts';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ProfileSection } from './profile-section.tsx';
import { PushSwitch } from './push-switch.tsx';

const notes: Readonly<Record<NoticeKind, string>> = {
  'missing-picks':
    "Before the week's first lock, and again before its first Sunday game, if you still have picks to make",
  'week-result': 'Your points and who won, once a week is decided',
  announcement: 'News from whoever runs your pool',
  mention: 'When somebody mentions you with @ in Talk',
};

/** What the person is told, how, and when. */
export function Notifications() {
  const query = useQuery(notificationsQuery);
  return (
    <ProfileSection title="Notifications">
      <div className="mb-3">
        <PushSwitch />
      </div>
      <Loaded query={query} failure="Couldn't load notifications" skeleton={<Skeleton className="h-40" />}>
        {(reply) => reply.channels.length > 0 && <Switches reply={reply} />}
      </Loaded>
    </ProfileSection>
  );
}

function Switches({ reply: told }: { readonly reply: NotificationsReply }) {
  const reply = useChangedNotifications(told);
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
          Emails go out once your address is verified.
        </p>
      )}
      {noticeKinds.map((kind) => (
        <fieldset key={kind} className="py-2">
          <legend className="contents font-semibold">{kindNames[kind]}</legend>
          <p className="text-sm text-ink-soft">{notes[kind]}</p>
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
