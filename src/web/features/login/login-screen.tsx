import { wantedPath } from '#core/own-path.ts';
import { Redirect, useHashValue, useSearchValue } from '#web/lib/navigation.tsx';
import { useAuth } from '#web/lib/session-provider.tsx';
import { BuildTime } from '#web/ui/build-time.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { Door, titles } from './door.tsx';
import { InvitedDoor } from './invited-door.tsx';
import { Preparing } from './preparing.tsx';
import { Stadium } from './stadium.tsx';

/** The token of the invite link that somebody was on their way to. */
const INVITED = /^\/join(?:#token=|\/)([\w-]+)$/;

export function LoginScreen() {
  const { status, user, retry } = useAuth();
  const [searched, hashed] = [useSearchValue('to'), useHashValue('to')];
  const next = wantedPath(hashed ?? searched) ?? '/';
  const token = INVITED.exec(next)?.[1];
  if (user !== null) return <Redirect path={next} />;
  return (
    <main className="relative flex min-h-dvh flex-col items-center overflow-hidden p-4">
      <Stadium />
      <div className="gate relative w-full max-w-md">
        {token === undefined ? <Welcome /> : <SmallWelcome />}
        {status !== 'ready' && <title>{titles['sign-in']}</title>}
        {status === 'loading' && <Preparing />}
        {status === 'failed' && <Failure title="Couldn't load Pick'em" error={null} onRetry={retry} />}
        {status === 'ready' && token === undefined && <Door next={next} />}
        {status === 'ready' && token !== undefined && <InvitedDoor token={token} next={next} />}
      </div>
      <div className="absolute top-3 right-4">
        <ThemeToggle />
      </div>
      {/* A new one for each state: it would jump where the door grows. */}
      <BuildTime key={status} className="absolute right-4 bottom-0 rounded-t-sm bg-(--bar) px-2" />
    </main>
  );
}

function Welcome() {
  return (
    <div className="mb-4 text-center">
      <img src="/assets/g/logo-1.svg" alt="" width={80} height={80} className="mx-auto size-20" />
      <h1 className="font-display text-6xl leading-tight font-bold tracking-tight">
        Pick<span className="text-amber">'</span>em
      </h1>
      <p className="font-display text-lg text-ink-soft">Where champions are made!</p>
    </div>
  );
}

/** Leaves the room to the invitation. */
function SmallWelcome() {
  return (
    <p className="mb-2 flex h-11 items-center gap-2 font-display text-2xl font-bold tracking-tight">
      <img src="/assets/g/logo-1.svg" alt="" width={44} height={44} className="size-11" />
      <span>
        Pick<span className="text-amber">'</span>em
      </span>
    </p>
  );
}
