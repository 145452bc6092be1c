import type { ReactNode } from 'react';
import { useState } from 'react';
import { signInPath } from '#core/own-path.ts';
import { admits } from '#core/permissions.ts';
import { Redirect } from '#web/lib/navigation.tsx';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import { BuildTime } from '#web/ui/build-time.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Failure, Notice } from '#web/ui/notice.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { Wordmark } from './wordmark.tsx';

interface RequireSignInProps {
  /** Shown until the session is known; null for the name of the app. */
  readonly arriving: ReactNode;
  readonly children: ReactNode;
}

/** Requires a signed-in person whose account is enabled. */
export function RequireSignIn({ arriving, children }: RequireSignInProps) {
  const { status, user, retry } = useAuth();
  if (status === 'loading') return arriving;
  if (status === 'failed') {
    return (
      <main className="px-4 pt-20">
        <Failure heading="h1" title="Couldn't load Pick'em" error={null} onRetry={retry} />
      </main>
    );
  }
  if (user === null) return <RedirectToSignIn />;
  if (user.isEnabled) return children;
  return <DisabledAccount />;
}

/** Requires an admin and redirects everyone else to the first screen. Needs `RequireSignIn` above it. */
export function RequireAdmin({ children }: { readonly children: ReactNode }) {
  const user = useMe();
  if (admits('admin', { user, isMember: false, isCommissioner: false })) return children;
  return (
    <>
      <Redirect path="/" />
      <CheckingPermissions />
    </>
  );
}

/** Shown on admin screens until the person's permissions are known. */
export function CheckingPermissions() {
  return (
    <div className="grid min-h-60 place-items-center px-4 font-display text-xl">
      <p role="status" className="lamp">
        Checking your permissions...
      </p>
    </div>
  );
}

/** Redirects to the sign-in screen, which leads back to this page. */
function RedirectToSignIn() {
  const [path] = useState(() => signInPath(location.pathname + location.search + location.hash));
  return <Redirect path={path} />;
}

/** The only screen of a person whose account is disabled. */
function DisabledAccount() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-[78rem] flex-col">
      <title>Account disabled · Pick'em</title>
      <header className="flex h-16 items-center justify-between px-4">
        <Wordmark />
        <ThemeToggle />
      </header>
      <main className="flex-1 px-4">
        <Notice icon="lock" title="Account disabled" heading="h1">
          <p>Your account is disabled. Ask an admin to enable it.</p>
          <SignOutButton className={buttonLook('plain')} />
        </Notice>
      </main>
      <footer>
        <BuildTime />
      </footer>
    </div>
  );
}
