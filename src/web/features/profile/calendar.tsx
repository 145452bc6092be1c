import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { formatDay } from '#core/kickoff-text.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ProfileSection } from './profile-section.tsx';

const calendarQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => call('GET /api/calendar', {}, signal),
  // It may have been changed on another device.
  staleTime: 0,
  meta: { failure: 'Error fetching the calendar' },
});

type Made = ReplyOf<'PUT /api/calendar'>;

/** The private address of a calendar with the games and locks of the person's pools. */
export function Calendar() {
  const client = useQueryClient();
  const query = useQuery(calendarQuery);
  const [asks, setAsks] = useState<keyof typeof linkActs | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const changing = useMutation({
    mutationFn: async (act: 'first' | keyof typeof linkActs): Promise<Made | 'off' | 'on elsewhere'> => {
      if (act === 'first' && (await client.fetchQuery(calendarQuery)).since !== null) return 'on elsewhere';
      if (act !== 'off') return call('PUT /api/calendar', {});
      await call('DELETE /api/calendar', {});
      return 'off';
    },
    onSuccess: async (result) => {
      setAsks(result === 'on elsewhere' ? 'new' : null);
      if (result === 'on elsewhere') return;
      const isOn = result !== 'off';
      await client.cancelQueries({ queryKey: calendarQuery.queryKey });
      setMade(isOn ? result : null);
      client.setQueryData(calendarQuery.queryKey, { since: isOn ? result.since : null });
    },
    onError: (error) => {
      console.error('Error changing the calendar', error);
      // The change may have been made anyway.
      void client.invalidateQueries({ queryKey: calendarQuery.queryKey });
    },
  });
  const change = useOnce(changing);
  const ask = (act: keyof typeof linkActs): void => {
    if (changing.isError) changing.reset();
    setAsks(act);
  };
  const refusal = changing.isError ? failureText(changing.error) : null;
  return (
    <ProfileSection title="Calendar">
      <p className="mb-3 text-ink-soft">
        The games and locks of your pools in your own calendar. They move when games do.
      </p>
      <Loaded query={query} failure="Couldn't load the calendar" skeleton={<Skeleton className="h-11" />}>
        {({ since }) => (
          <>
            {made?.since === since && <Address address={made.address} />}
            {since !== null && made?.since !== since && (
              <p className="mb-3">On since {formatDay(since)}. We only showed the link once. Lost it? Get a new one.</p>
            )}
            <div className="flex flex-wrap gap-3">
              <Button
                tone="plain"
                isPaused={changing.isPending}
                onClick={() => (since === null ? change('first') : ask('new'))}
              >
                {since === null ? 'Get a private link' : 'New link'}
              </Button>
              {since !== null && (
                <Button tone="plain" isPaused={changing.isPending} onClick={() => ask('off')}>
                  Turn off
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      <div className="mt-3">
        <Refusal text={asks === null ? refusal : null} />
      </div>
      {asks !== null && (
        <ConfirmDialog
          title={linkActs[asks].title}
          action={linkActs[asks].action}
          danger
          isPending={changing.isPending}
          refusal={refusal}
          onConfirm={() => change(asks)}
          onClose={() => {
            if (changing.isError) changing.reset();
            setAsks(null);
          }}
        >
          <p>{linkActs[asks].effect}</p>
        </ConfirmDialog>
      )}
    </ProfileSection>
  );
}

/** The actions on a link that calendars may be subscribed to. */
const linkActs = {
  new: {
    title: 'New calendar link',
    action: 'Get a new link',
    effect: "Your old calendar link stops working. You'll have to subscribe again on every device.",
  },
  off: {
    title: 'Turn off the calendar',
    action: 'Turn off',
    effect: 'Your calendar link stops working, and calendars that use it get no more updates.',
  },
} as const;

/** Shown until the person leaves the screen. */
function Address({ address }: { readonly address: string }) {
  return (
    <div className="mb-3" role="status">
      <TextField
        label="Private link"
        readOnly
        value={address}
        autoComplete="off"
        onFocus={(event) => event.target.select()}
        note="Subscribe to it in your calendar. It's shown only once. It gives no picks away, but anybody who has it can see which pools you're in."
      />
      <div className="grid grid-cols-2 gap-3">
        <a href={address.replace(/^https?:/, 'webcal:')} className={buttonLook('primary')}>
          Subscribe
        </a>
        <CopyButton label="Copy" text={address} tone="plain" />
      </div>
    </div>
  );
}
