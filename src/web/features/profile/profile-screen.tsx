import { Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AddressState } from './address-state.tsx';
import { ConnectedProviders } from './connected-providers.tsx';
import { MailSwitch } from './mail-switch.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';

const OwnChanges = lazyPart(async () => (await import('#web/parts/audit/own-changes.tsx')).OwnChanges);

export function ProfileScreen() {
  const { emailVerified } = useMe();
  const { mail } = useSignInOptions();
  return (
    <div className="mx-auto max-w-lg">
      <Screen title="Edit Profile">
        <NameForm />
        {(mail || emailVerified) && <AddressState />}
        {mail && (
          <ProfileSection title="Mail">
            <MailSwitch
              kind="wantsReminders"
              label="Remind me by email"
              note="When whoever runs a pool sees that picks of yours are missing"
            />
            <MailSwitch
              kind="wantsAnnouncements"
              label="Send me announcements by email"
              note="What whoever runs a pool announces there"
            />
          </ProfileSection>
        )}
        <ConnectedProviders />
        <PasswordForm />
        <SignedInDevices />
        <Suspense>
          <OwnChanges />
        </Suspense>
        <Link to="/" className="mt-5 inline-flex min-h-11 items-center gap-1 rounded-lg text-ink-soft hover:text-ink">
          <Icon name="chevronLeft" />
          Back to Home
        </Link>
      </Screen>
    </div>
  );
}
