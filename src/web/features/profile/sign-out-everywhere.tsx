import { useMutation } from '@tanstack/react-query';
import { call, failureText } from '#web/lib/api.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ProfileSection } from './profile-section.tsx';

export function SignOutEverywhere() {
  const { signOut } = useAuth();
  const leaving = useMutation({
    mutationFn: async () => {
      await call('POST /api/auth/sign-out-everywhere', {});
      await signOut();
    },
  });
  return (
    <ProfileSection title="All devices">
      <p className="mb-4 text-ink-soft">Ends every session of your account, this one too.</p>
      <Refusal text={leaving.isError ? failureText(leaving.error) : null} />
      <Button tone="plain" disabled={leaving.isPending} onClick={() => leaving.mutate()}>
        Sign out on all devices
      </Button>
    </ProfileSection>
  );
}
