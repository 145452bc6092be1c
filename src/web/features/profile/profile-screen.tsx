import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import { Link, Redirect } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import type { SectionTab } from '#web/parts/panel/section-tabs.tsx';
import { SectionTabs } from '#web/parts/panel/section-tabs.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AddressState } from './address-state.tsx';
import { Calendar } from './calendar.tsx';
import { ConnectedProviders } from './connected-providers.tsx';
import { NameForm } from './name-form.tsx';
import { Notifications } from './notifications.tsx';
import { OwnAccount } from './own-account.tsx';
import { OwnChanges } from './own-changes.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Picture } from './picture.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';

interface ProfilePage {
  readonly path: string;
  /** On its tab. */
  readonly text: string;
  readonly title: string;
  readonly Show: ComponentType;
}

const pages: readonly ProfilePage[] = [
  { path: '/profile', text: 'Me', title: 'Edit Profile', Show: Me },
  { path: '/profile/messages', text: 'Messages', title: 'Messages', Show: Messages },
  { path: '/profile/security', text: 'Security', title: 'Security', Show: Security },
];

const tabs: readonly SectionTab[] = pages.map(({ path, text }) => ({ to: path, text }));

/** The person's own pages, one of which is shown. */
export function ProfileScreen() {
  const [path] = useLocation();
  const page = pages.find((each) => each.path === path);
  // As any unknown path does (specification section 2).
  if (page === undefined) return <Redirect path="/" />;
  return (
    <div className="mx-auto max-w-lg">
      <Screen title={page.title} over={page.Show !== Me && 'Profile'}>
        <SectionTabs label="Profile" tabs={tabs} />
        <page.Show />
        <Link to="/" className="mt-5 inline-flex min-h-11 items-center gap-1 rounded-lg text-ink-soft hover:text-ink">
          <Icon name="chevronLeft" />
          Back to Home
        </Link>
      </Screen>
    </div>
  );
}

/** Who the person is to others, and what others changed for them. */
function Me() {
  const { emailVerified } = useMe();
  const { mail } = useSignInOptions();
  return (
    <>
      <NameForm />
      <Picture />
      {(mail || emailVerified) && <AddressState />}
      <OwnChanges />
    </>
  );
}

/** What Pick'em sends to the person. */
function Messages() {
  return (
    <>
      <Notifications />
      <Calendar />
    </>
  );
}

/** How the person signs in, where they are signed in, and how they leave. */
function Security() {
  return (
    <>
      <ConnectedProviders />
      <Passkeys />
      <SecondFactor />
      <PasswordForm />
      <SignedInDevices />
      <OwnAccount />
    </>
  );
}
