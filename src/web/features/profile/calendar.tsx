import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDay } from '#core/kickoff-text.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ProfileSection } from './profile-section.tsx';

const calendarQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => call('GET /api/calendar', {}, signal),
  meta: { failure: 'Error fetching the calendar' },
});

/** The private address under which calendar programs find the games and locks of the own pools. */
export function Calendar() {
  const client = useQueryClient();
  const query = useQuery(calendarQuery);
  const readAgain = () => client.invalidateQueries({ queryKey: calendarQuery.queryKey });
  const onError = (error: Error) => console.error('Error changing the calendar', error);
  const making = useMutation({ mutationFn: () => call('PUT /api/calendar', {}), onError, onSettled: readAgain });
  const stopping = useMutation({
    mutationFn: () => call('DELETE /api/calendar', {}),
    onError,
    onSuccess: () => making.reset(),
    onSettled: readAgain,
  });
  const isBusy = making.isPending || stopping.isPending;
  const failed = making.error ?? stopping.error;
  return (
    <ProfileSection title="Calendar">
      <p className="mb-3 text-ink-soft">
        The games and locks of your pools in your own calendar. They move when games do.
      </p>
      {making.data && <Address address={making.data.address} />}
      <Loaded query={query} failure="Couldn't load the calendar" skeleton={<Skeleton className="h-11" />}>
        {({ since }) => (
          <>
            {since !== null && !making.data && (
              <p className="mb-3">
                On since {formatDay(since)}. The address was shown once: make a new one if you lost it.
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              <Button tone="plain" disabled={isBusy} onClick={() => making.mutate()}>
                {since === null ? 'Get a private address' : 'New address'}
              </Button>
              {since !== null && (
                <Button tone="plain" disabled={isBusy} onClick={() => stopping.mutate()}>
                  Turn off
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      <Refusal text={failed ? failureText(failed) : null} />
    </ProfileSection>
  );
}

/** Shown until the screen is left. */
function Address({ address }: { readonly address: string }) {
  return (
    <div className="mb-3" role="status">
      <TextField
        label="Private address"
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
