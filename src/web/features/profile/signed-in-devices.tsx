import { useMutation } from '@tanstack/react-query';
import { call, failureText } from '#web/lib/api.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { DeviceList } from './device-list.tsx';
import { ProfileSection } from './profile-section.tsx';

/** The devices of the account, and the way to leave them all. */
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
