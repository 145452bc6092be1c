import { useMutation } from '@tanstack/react-query';
import { call, failureText } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ProfileSection } from './profile-section.tsx';

/** Whether the person's address is verified, and how to verify it. */
export function AddressState() {
  const { email, emailVerified } = useMe();
  return (
    <ProfileSection title="Email verification">
      {emailVerified ? (
        <p className="flex items-start gap-2 text-turf">
          <Icon name="check" />
          Your email address is verified.
        </p>
      ) : (
        <Unverified email={email} />
      )}
    </ProfileSection>
  );
}

function Unverified({ email }: { readonly email: string }) {
  const { demo } = useSignInOptions();
  const sending = useMutation({ mutationFn: () => call('POST /api/auth/verify-again', {}) });
  return (
    <>
      <p className="mb-4 flex items-start gap-2 text-amber">
        <Icon name="alert" />
        Your email address is not verified yet.
      </p>
      <p role="status" className="mb-4 text-ink-soft">
        {sending.isSuccess ? `An email is on its way to ${email}.` : 'Open the link in the email we sent you.'}
        {sending.isSuccess && demo && (
          <>
            {' '}
            <a href="/outbox" className="text-blue underline">
              Read it in the outbox
            </a>
          </>
        )}
      </p>
      <Refusal text={sending.isError ? failureText(sending.error) : null} />
      <Button tone="plain" isPaused={sending.isPending} onClick={() => sending.mutate()}>
        Send again
      </Button>
    </>
  );
}
