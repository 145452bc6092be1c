import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '#contract/accounts.ts';
import type { ReplyOf } from '#contract/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ProfileSection } from './profile-section.tsx';

/** The devices that are signed in to the account, and a button that signs out all of them. */
export function SignedInDevices() {
  const { signOut } = useAuth();
  const leaving = useMutation({
    mutationFn: async () => {
      await call('POST /api/auth/sign-out-everywhere', {});
      await signOut();
    },
  });
  return (
    <ProfileSection title="Where you are signed in">
      <p className="mb-4 text-ink-soft">Don't recognize one of these? Sign it out, then change your password.</p>
      <DeviceList />
      <p className="mt-5 mb-3 text-ink-soft">Or sign out everywhere, this device included.</p>
      <Refusal text={leaving.isError ? failureText(leaving.error) : null} />
      <Button tone="plain" isPaused={leaving.isPending} onClick={() => leaving.mutate()}>
        Sign out on all devices
      </Button>
    </ProfileSection>
  );
}

/** Activity is recorded every few minutes, so anything this recent is now. */
const ACTIVE_MS = 15 * MINUTE_MS;

/** How long ago a device was active, in words. @param ago in ms */
export function seenText(ago: number): string {
  if (ago < ACTIVE_MS) return 'Active now';
  if (ago < HOUR_MS) return `Last seen ${Math.floor(ago / MINUTE_MS)} minutes ago`;
  if (ago < DAY_MS) return `Last seen ${count(ago / HOUR_MS, 'hour')} ago`;
  return `Last seen ${count(ago / DAY_MS, 'day')} ago`;
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

type Sessions = ReplyOf<'GET /api/sessions'>;

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/sessions', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching the devices' },
});

/** The devices that are signed in, each with a button that signs it out. */
function DeviceList() {
  return (
    <Loaded
      query={useQuery(sessionsQuery)}
      failure="Couldn't load your devices"
      skeleton={<Skeleton className="h-24" />}
    >
      {(reply) => <Devices reply={reply} />}
    </Loaded>
  );
}

function Devices({ reply: { sessions, now } }: { readonly reply: Sessions }) {
  const client = useQueryClient();
  const keep = (reply: Sessions) => client.setQueryData(sessionsQuery.queryKey, reply);
  const ending = useMutation({
    mutationFn: (sessionId: string) => call('DELETE /api/sessions/:sessionId', { params: { sessionId } }),
    onSuccess: keep,
    onError: () => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const endingOthers = useMutation({ mutationFn: () => call('POST /api/sessions/end-others', {}), onSuccess: keep });
  const isPending = ending.isPending || endingOthers.isPending;
  const failed = ending.error ?? endingOthers.error;
  return (
    <>
      <ul className="grid gap-3">
        {sessions.map((session) => (
          <Device
            key={session.id}
            session={session}
            now={now}
            isPending={isPending}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </ul>
      <Refusal text={failed ? failureText(failed) : null} />
      {sessions.length > 1 && (
        <Button tone="plain" className="mt-3" isPaused={isPending} onClick={() => endingOthers.mutate()}>
          Sign out all other devices
        </Button>
      )}
    </>
  );
}

interface DeviceProps {
  readonly session: OwnSession;
  readonly now: number;
  readonly isPending: boolean;
  readonly onEnd: () => void;
}

function Device({ session, now, isPending, onEnd }: DeviceProps) {
  const { device, network, isCurrent, lastSeenAt } = session;
  return (
    <li className="flex min-h-11 items-center gap-3 max-narrow:flex-col max-narrow:items-start">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {isCurrent && <Badge tone="good">This device</Badge>}
        </p>
        <p className="text-sm break-words text-ink-soft">
          {seenText(now - lastSeenAt)} · {network}
        </p>
      </div>
      {!isCurrent && (
        <Button tone="plain" aria-label={`Sign out ${device}`} isPaused={isPending} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
