import { BuildTime } from '#web/ui/build-time.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { Wordmark } from './wordmark.tsx';

/** All that a person sees whose account is disabled. */
export function DisabledAccount() {
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
