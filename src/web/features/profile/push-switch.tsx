import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import type { PushState } from '#web/lib/push.ts';
import { pushAbility, pushQuery, turnPushOff, turnPushOn } from '#web/lib/push.ts';
import { notificationsQuery } from '#web/parts/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

const notes = {
  on: 'Until you sign out here.',
  off: 'Your browser will ask first.',
  blocked:
    "This browser doesn't let Pick'em notify you. Allow it in the browser's settings for this site, then reload.",
  'not-installed':
    "First put Pick'em on your home screen: tap Share, then Add to Home Screen. Open it there and come back here.",
  unsupported: "This browser can't do that.",
} as const satisfies Record<PushState, string>;

/** Whether this device shows messages. The browser asks when it is switched on, and at no other time. */
export function PushSwitch() {
  const client = useQueryClient();
  const { data: known } = useQuery(pushQuery);
  // What the browser forbids is known at once, so that nothing below moves later.
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
        note={isRefused ? "OK, it's off. Turn it on anytime." : notes[state]}
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
