import { useState } from 'react';
import { useHashValue } from '#web/lib/navigation.tsx';
import { useAuth } from '#web/lib/session-provider.tsx';
import { Segments } from '#web/ui/segments.tsx';
import type { Mode } from './account-form.tsx';
import { AccountForm } from './account-form.tsx';
import { ForgotPanel } from './forgot-panel.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

/** What the page is called. */
export const titles: Readonly<Record<Mode, string>> = {
  'sign-in': "Sign in · Pick'em",
  'sign-up': "Create account · Pick'em",
};

interface DoorProps {
  /** Where somebody goes on to once they are signed in. */
  readonly next: string;
  /** Somebody was sent here by an invite link: most of them are new. */
  readonly invited?: boolean;
}

/** Signing in, creating an account, or asking for a new password. */
export function Door({ next, invited = false }: DoorProps) {
  const [email, setEmail] = useState('');
  const asked = useHashValue('forgot') !== undefined;
  const [forgotten, setForgotten] = useState(asked);
  return (
    <div className="panel min-h-90 p-5 sm:p-6">
      {forgotten ? (
        <ForgotPanel email={email} next={next} onClose={() => setForgotten(false)} />
      ) : (
        <Entrance
          next={next}
          invited={invited}
          email={email}
          onEmail={setEmail}
          onForgotten={() => setForgotten(true)}
        />
      )}
    </div>
  );
}

interface EntranceProps extends Required<DoorProps> {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onForgotten: () => void;
}

function Entrance({ next, invited, email, onEmail, onForgotten }: EntranceProps) {
  const { signUpOpen } = useAuth();
  const [mode, setMode] = useState<Mode>(invited && signUpOpen ? 'sign-up' : 'sign-in');
  return (
    <>
      {!invited && <title>{titles[mode]}</title>}
      {signUpOpen && (
        <Segments
          label="Sign in or create an account"
          value={mode}
          options={[
            ['sign-in', 'Sign in'],
            ['sign-up', 'Create account'],
          ]}
          onChange={setMode}
        />
      )}
      {!invited && <ProviderButtons next={next} />}
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
      {invited && <ProviderButtons next={next} below />}
    </>
  );
}
