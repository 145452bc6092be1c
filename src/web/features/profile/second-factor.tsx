import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Me } from '#contract/accounts.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import { POOLS_KEY } from '#web/lib/query.ts';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import type { QrCodeProps } from '#web/parts/qr-code.tsx';
import '#web/parts/qr-code.css';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ProfileSection } from './profile-section.tsx';
import type { Proof } from './proof-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';

const QrCode = lazyPart<QrCodeProps>(
  async () => (await import('#web/parts/qr-code.tsx')).QrCode,
  <div className="qr-code" />,
);

/** What is asked for: proof before a change, the first code of an app, or to keep the recovery codes. */
type Step =
  | { readonly at: 'begin' | 'renew' | 'remove' }
  | { readonly at: 'pick links'; readonly wanted: boolean }
  | { readonly at: 'confirm'; readonly secret: string; readonly address: string }
  | { readonly at: 'codes'; readonly codes: readonly string[] };

/** A code from an app that is asked for after the password: off, or on with its recovery codes. */
export function SecondFactor() {
  const { secondFactor } = useMe();
  const [step, setStep] = useState<Step | null>(null);
  return (
    <ProfileSection title="Second factor">
      {secondFactor === null ? (
        <>
          <p className="mb-4 text-ink-soft">
            A code from an app on your phone, asked for after your password. Recommended if you run a pool.
          </p>
          <Button tone="plain" onClick={() => setStep({ at: 'begin' })}>
            Set up
          </Button>
        </>
      ) : (
        <TurnedOn {...secondFactor} onStep={setStep} />
      )}
      {step !== null && <StepDialog step={step} onStep={setStep} />}
    </ProfileSection>
  );
}

type TurnedOnProps = NonNullable<Me['secondFactor']> & { readonly onStep: (step: Step) => void };

function TurnedOn({ recoveryCodesLeft, wantsPickLinks, onStep }: TurnedOnProps) {
  const { hasPassword } = useMe();
  const left = `${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'}`;
  return (
    <>
      <p className="mb-4 text-ink-soft">
        <strong className="text-turf">On.</strong> We ask for a code from your app when you sign in. You have {left}{' '}
        left for the day you lose your phone.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button tone="plain" onClick={() => onStep({ at: 'renew' })}>
          New recovery codes
        </Button>
        <Button tone="plain" onClick={() => onStep({ at: 'remove' })}>
          Turn off
        </Button>
      </div>
      <div className="mt-3">
        <CheckRow
          label="Pick links in my reminders"
          note={`With one, whoever has the email can fill in picks that you are missing, without signing in.${hasPassword ? ' Changing this takes your password.' : ''}`}
          checked={wantsPickLinks}
          onChange={(wanted) => onStep({ at: 'pick links', wanted })}
        />
      </div>
    </>
  );
}

interface StepDialogProps<S = Step> {
  readonly step: S;
  /** Null closes the dialog. */
  readonly onStep: (step: Step | null) => void;
}

function StepDialog({ step, onStep }: StepDialogProps) {
  if (step.at === 'confirm') return <ConfirmDialog step={step} onStep={onStep} />;
  if (step.at === 'codes') return <CodesDialog step={step} onStep={onStep} />;
  return <ProofStep key={step.at} step={step} onStep={onStep} />;
}

type ProofAt = Exclude<Step, { readonly at: 'confirm' | 'codes' }>;

const words = {
  begin: { title: 'Set up a second factor', text: "You'll need an authenticator app on your phone." },
  renew: { title: 'New recovery codes', text: 'Your earlier recovery codes will no longer work.', asksCode: true },
  remove: { title: 'Turn off the second factor', text: 'Your password alone will be enough again.', asksCode: true },
  'pick links': { title: 'Pick links', text: 'This changes who can fill in your picks.' },
} as const;

/** Shows a user whose second factor was turned on or off, and reads their pools again: with it their roles may come and go. */
function useShowChanged(): (user: Me) => void {
  const { setUser } = useAuth();
  const client = useQueryClient();
  return (user) => {
    setUser(user);
    void client.invalidateQueries({ queryKey: POOLS_KEY });
  };
}

function ProofStep({ step, onStep }: StepDialogProps<ProofAt>) {
  const { setUser, retry } = useAuth();
  const showChanged = useShowChanged();
  const acting = useMutation({
    mutationFn: async ({ code, currentPassword }: Proof): Promise<Step | null> => {
      const proof = currentPassword === undefined ? {} : { currentPassword };
      switch (step.at) {
        case 'begin': {
          const begun = await call('POST /api/auth/second-factor/begin', { body: proof });
          return { at: 'confirm', ...begun };
        }
        case 'renew': {
          const body = { code, ...proof };
          const { recoveryCodes, user } = await call('POST /api/auth/second-factor/recovery-codes', { body });
          setUser(user);
          return { at: 'codes', codes: recoveryCodes };
        }
        case 'remove':
          showChanged(await call('POST /api/auth/second-factor/remove', { body: { code, ...proof } }));
          return null;
        case 'pick links': {
          const body = { wanted: step.wanted, ...proof };
          setUser(await call('POST /api/auth/second-factor/pick-links', { body }));
          return null;
        }
      }
    },
    onSuccess: onStep,
    onError: (error) => {
      // It was turned on elsewhere, or by a call whose answer got lost.
      if (error instanceof ApiError && error.code === 'second_factor_exists') retry();
    },
  });
  return (
    <ProofDialog
      {...words[step.at]}
      problem={acting.isError ? failureText(acting.error) : null}
      isPending={acting.isPending}
      onProof={acting.mutate}
      onClose={() => onStep(null)}
    />
  );
}

/** Hands the secret to an app, and takes its first code. */
function ConfirmDialog({ step, onStep }: StepDialogProps<Extract<Step, { readonly at: 'confirm' }>>) {
  const showChanged = useShowChanged();
  const [error, setError] = useState<string>();
  const confirming = useMutation({
    mutationFn: (code: string) => call('POST /api/auth/second-factor/confirm', { body: { code } }),
    onSuccess: ({ recoveryCodes, user }) => {
      showChanged(user);
      onStep({ at: 'codes', codes: recoveryCodes });
    },
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    setError(code === '' ? 'Enter the code' : undefined);
    if (code !== '') confirming.mutate(code);
  }

  return (
    <Dialog title="Scan this with your app" onClose={() => onStep(null)}>
      <form noValidate onSubmit={submit}>
        <QrCode text={step.address} label="QR code for your authenticator app" />
        <p className="mb-4 text-center text-sm text-ink-soft">
          Or enter this key by hand: <code className="block break-words text-ink">{step.secret}</code>
        </p>
        <TextField
          label="The code that your app shows"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          error={error}
        />
        <Refusal text={confirming.isError ? failureText(confirming.error) : null} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={() => onStep(null)}>
            Cancel
          </Button>
          <Button type="submit" isPaused={confirming.isPending}>
            {confirming.isPending ? 'One moment...' : 'Turn on'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Escape does not close the recovery codes: they are not shown again. */
function stay(): void {}

/** The recovery codes, this one time. */
function CodesDialog({ step, onStep }: StepDialogProps<Extract<Step, { readonly at: 'codes' }>>) {
  return (
    <Dialog title="Keep your recovery codes" onClose={stay}>
      <p className="mb-4 text-ink-soft">
        Each works once, in place of a code, if you lose your phone. Keep them where your phone isn't: we can't show
        them again.
      </p>
      <ul className="mb-4 grid grid-cols-1 gap-1 rounded-lg bg-panel-high p-3 text-center sm:grid-cols-2">
        {step.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <CopyButton label="Copy all" text={step.codes.join('\n')} tone="plain" />
        <Button onClick={() => onStep(null)}>I've saved them</Button>
      </div>
    </Dialog>
  );
}
