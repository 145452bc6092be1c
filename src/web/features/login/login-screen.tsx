import { lazy, Suspense, useState } from 'react';
import { wantedPath } from '#core/own-path.ts';
import { Redirect, useHashValue, useSearchValue } from '#web/lib/navigation.tsx';
import { useAuth } from '#web/lib/session-provider.tsx';
import { BuildTime } from '#web/ui/build-time.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import type { Mode } from './account-form.tsx';
import { AccountForm } from './account-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { Stadium } from './stadium.tsx';

const ForgotPanel = lazy(() => import('./forgot-panel.tsx').then((file) => ({ default: file.ForgotPanel })));

const titles: Readonly<Record<Mode, string>> = {
  'sign-in': "Sign in · Pick'em",
  'sign-up': "Create account · Pick'em",
};

export function LoginScreen() {
  const { status, user, retry } = useAuth();
  const [searched, hashed] = [useSearchValue('to'), useHashValue('to')];
  const next = wantedPath(hashed ?? searched) ?? '/';
  if (user !== null) return <Redirect path={next} />;
  return (
    <main className="relative flex min-h-dvh flex-col items-center overflow-hidden p-4">
      <Stadium />
      <div className="gate relative w-full max-w-md">
        <Welcome />
        {status !== 'ready' && <title>{titles['sign-in']}</title>}
        {status === 'loading' && (
          <div className="panel grid min-h-90 place-items-center p-6 font-display text-xl">
            <Preparing />
          </div>
        )}
        {status === 'failed' && <Failure title="Couldn't load Pick'em" error={null} onRetry={retry} />}
        {status === 'ready' && <Door next={next} />}
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

function Preparing() {
  return (
    <p role="status" className="lamp">
      Preparing your experience...
    </p>
  );
}

function Door({ next }: { readonly next: string }) {
  const [email, setEmail] = useState('');
  const [forgotten, setForgotten] = useState(false);
  return (
    <div className="panel min-h-90 p-5 sm:p-6">
      {forgotten ? (
        <Suspense fallback={<Preparing />}>
          <ForgotPanel email={email} next={next} onClose={() => setForgotten(false)} />
        </Suspense>
      ) : (
        <Entrance next={next} email={email} onEmail={setEmail} onForgotten={() => setForgotten(true)} />
      )}
    </div>
  );
}

interface EntranceProps {
  readonly next: string;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onForgotten: () => void;
}

function Entrance({ next, email, onEmail, onForgotten }: EntranceProps) {
  const { signUpOpen } = useAuth();
  const [mode, setMode] = useState<Mode>('sign-in');
  return (
    <>
      <title>{titles[mode]}</title>
      {signUpOpen && (
        <fieldset
          aria-label="Sign in or create an account"
          className="mb-5 grid grid-cols-2 gap-1 rounded-lg bg-panel-low p-1"
        >
          <Choice mode="sign-in" text="Sign in" chosen={mode} onChoose={setMode} />
          <Choice mode="sign-up" text="Create account" chosen={mode} onChoose={setMode} />
        </fieldset>
      )}
      {/^\/join[#/]/.test(next) && (
        <p className="mb-4 text-center text-ink-soft">
          You are invited to a pool. Sign in or create an account to join it.
        </p>
      )}
      <ProviderButtons next={next} />
      <AccountForm key={mode} mode={mode} email={email} onEmail={onEmail} />
      {mode === 'sign-in' && (
        <button
          type="button"
          onClick={onForgotten}
          className="mt-2 min-h-11 w-full rounded-lg text-ink-soft hover:text-ink"
        >
          Forgot Password?
        </button>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly mode: Mode;
  readonly text: string;
  readonly chosen: Mode;
  readonly onChoose: (mode: Mode) => void;
}

function Choice({ mode, text, chosen, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={mode === chosen}
      onClick={() => onChoose(mode)}
      className="min-h-11 rounded-md font-display text-lg font-medium text-ink-soft aria-pressed:bg-panel-high aria-pressed:text-ink aria-pressed:shadow-[inset_0_-3px_0_var(--amber-fill)]"
    >
      {text}
    </button>
  );
}
