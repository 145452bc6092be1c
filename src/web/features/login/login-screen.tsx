import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Session } from '#contract/accounts.ts';
import type { Invitation } from '#contract/members.ts';
import { wantedPath } from '#core/own-path.ts';
import { Redirect, useHashValue, useSearchValue } from '#web/lib/navigation.tsx';
import { SESSION_KEY } from '#web/lib/query.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import {
  acceptInvitation,
  deadInvite,
  InvitationBoard,
  invitationQuery,
  isDeadInvite,
} from '#web/parts/invitation.tsx';
import { InvitationTerms, seeTerms } from '#web/parts/invitation-terms.tsx';
import { BuildTime } from '#web/ui/build-time.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { SignInPanel, signInTitles } from './sign-in-panel.tsx';
import { Stadium } from './stadium.tsx';

/** Matches the token of the invite link that the person came by. */
const INVITED = /^\/join(?:#token=|\/)([\w-]+)$/;

export function LoginScreen() {
  const { status, user, retry } = useAuth();
  const [searched, hashed] = [useSearchValue('to'), useHashValue('to')];
  const isClosed = useHashValue('closed') !== undefined;
  const next = wantedPath(hashed ?? searched) ?? '/';
  const token = INVITED.exec(next)?.[1];
  const invitation = useQuery({
    ...invitationQuery(token ?? '', null),
    enabled: status === 'ready' && user === null && token !== undefined,
  });
  if (user !== null) return <Redirect path={next} />;
  return (
    <main className="relative flex min-h-dvh flex-col items-center overflow-hidden p-4">
      <Stadium />
      <div className="gate relative w-full max-w-md">
        {token === undefined ? <Welcome /> : <SmallWelcome />}
        {isClosed && <p className="mb-4 text-center">Your account is closed. Goodbye!</p>}
        {status !== 'ready' && <title>{signInTitles['sign-in']}</title>}
        {status === 'loading' && <Preparing />}
        {status === 'failed' && <Failure title="Couldn't load Pick'em" error={null} onRetry={retry} />}
        {status === 'ready' && token === undefined && <SignInPanel next={next} />}
        {status === 'ready' && token !== undefined && (
          <InvitedSignIn token={token} next={next} invitation={invitation} />
        )}
      </div>
      <div className="absolute top-3 right-4">
        <ThemeToggle />
      </div>
      {/* A new element for each state: otherwise it would jump when the door grows. */}
      <BuildTime
        key={`${status} ${invitation.status}`}
        className="absolute right-4 bottom-0 rounded-t-sm bg-(--bar) px-2"
      />
    </main>
  );
}

function Welcome() {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-center gap-x-3">
      <img src="/assets/g/logo-1.svg" alt="" width={64} height={64} className="size-16" />
      <div>
        <h1 className="font-display text-5xl leading-none font-bold tracking-tight">
          Pick<span className="text-amber">'</span>em
        </h1>
        <p className="font-display text-lg leading-tight text-ink-soft">Where champions are made!</p>
      </div>
    </div>
  );
}

/** A short greeting that leaves room for the invitation. */
function SmallWelcome() {
  return (
    <p className="mb-1 flex h-11 items-center gap-2 font-display text-2xl font-bold tracking-tight lg:justify-center">
      <img src="/assets/g/logo-1.svg" alt="" width={44} height={44} className="size-11" />
      <span>
        Pick<span className="text-amber">'</span>em
      </span>
    </p>
  );
}

interface InvitedSignInProps {
  readonly token: string;
  /** The path of the invitation, opened after signing in. */
  readonly next: string;
  readonly invitation: UseQueryResult<Invitation>;
}

/** The door for a person with an invite link: signing in or up here joins the pool. */
function InvitedSignIn({ token, next, invitation }: InvitedSignInProps) {
  const { data, error, isFetching, refetch } = invitation;
  const client = useQueryClient();
  const terms = useRef<HTMLHeadingElement>(null);
  const isKnown = data !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    acceptInvitation(token);
    return () => {
      // The person left without signing in: signing in elsewhere does not accept the invitation.
      if (!client.getQueryData<Session>(SESSION_KEY)?.user) acceptInvitation(null);
    };
  }, [client, isKnown, token]);
  if (data) {
    return (
      <>
        <title>{`Join ${data.poolName} · Pick'em`}</title>
        <div className="invited">
          <div>
            <InvitationBoard invitation={data} onSeeRules={() => seeTerms(terms.current)} />
            <SignInPanel next={next} invited />
          </div>
          <InvitationTerms pool={data} heading={terms} />
        </div>
      </>
    );
  }
  if (isDeadInvite(error)) {
    return (
      <>
        <Refusal text={`${deadInvite.title} ${deadInvite.text}`} />
        <SignInPanel next="/" />
      </>
    );
  }
  if (error === null || isFetching) return <Preparing />;
  return <Failure title="Couldn't load the invitation" error={error} onRetry={() => void refetch()} />;
}

/** Reserves the space of the door until it is ready. */
export function Preparing() {
  return (
    <div className="panel grid min-h-90 place-items-center p-6 font-display text-xl">
      <p role="status" className="lamp">
        Preparing your experience...
      </p>
    </div>
  );
}
