import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AddressState } from './address-state.tsx';
import { Calendar } from './calendar.tsx';
import { ConnectedProviders } from './connected-providers.tsx';
import { NameForm } from './name-form.tsx';
import { Notifications } from './notifications.tsx';
import { OwnChanges } from './own-changes.tsx';
import { PasswordForm } from './password-form.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';

export function ProfileScreen() {
  const { emailVerified } = useMe();
  const { mail } = useSignInOptions();
  return (
    <div className="mx-auto max-w-lg">
      <Screen title="Edit Profile">
        <NameForm />
        {(mail || emailVerified) && <AddressState />}
        <Notifications />
        <Calendar />
        <ConnectedProviders />
        <PasswordForm />
        <SignedInDevices />
        <OwnChanges />
        <Link to="/" className="mt-5 inline-flex min-h-11 items-center gap-1 rounded-lg text-ink-soft hover:text-ink">
          <Icon name="chevronLeft" />
          Back to Home
        </Link>
      </Screen>
    </div>
  );
}
