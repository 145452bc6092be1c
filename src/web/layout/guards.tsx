import type { ReactNode } from 'react';
import { useState } from 'react';
import { GoTo } from '#web/lib/go-to.tsx';
import { ownPath } from '#web/lib/own-path.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Failure, Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** Lets only a signed-in, enabled person in. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { status, user, retry } = useAuth();
  if (status === 'loading') return <Arriving />;
  if (status === 'failed') return <Failure title="Pick'em could not be loaded" error={null} onRetry={retry} />;
  if (user === null) return <ToSignIn />;
  return user.isEnabled ? children : <Disabled />;
}

/** Sends the person to sign in, and remembers where he wanted to go. */
function ToSignIn() {
  const [wanted] = useState(() => ownPath(location.pathname + location.search));
  return (
    <>
      <GoTo path={wanted === undefined ? '/login' : `/login?to=${encodeURIComponent(wanted)}`} />
      <Arriving />
    </>
  );
}

function Disabled() {
  return (
    <main className="px-4 pt-20">
      <Notice icon="lock" title="Account disabled">
        <p>Your account is disabled. Ask an admin to enable it.</p>
        <SignOutButton className={buttonLook('plain')} />
      </Notice>
    </main>
  );
}

function Arriving() {
  return (
    <Loading>
      <Skeleton className="h-16 rounded-none" />
      <div className="mx-auto max-w-[78rem] px-4 pt-6">
        <Skeleton className="h-10 w-64" />
        <Skeleton className="mt-6 h-72" />
      </div>
    </Loading>
  );
}
