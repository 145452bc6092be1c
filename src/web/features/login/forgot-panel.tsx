import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { EMAIL_MAX, forgotPasswordError } from '#core/validation.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface ForgotPanelProps {
  /** What was typed before. */
  readonly email: string;
  /** Where the person goes on to once they are signed in. */
  readonly next: string;
  readonly onClose: () => void;
}

/** Asks for the mail with a link for a new password, and says what comes next. */
export function ForgotPanel({ email, next, onClose }: ForgotPanelProps) {
  const { mail } = useSignInOptions();
  const [problem, setProblem] = useState<string | null>(null);
  const asking = useMutation({
    mutationFn: (address: string) => call('POST /api/auth/reset-request', { body: { email: address, next } }),
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    const found = forgotPasswordError(address);
    setProblem(found);
    asking.reset();
    if (found === null) asking.mutate(address);
    else event.currentTarget.querySelector('input')?.focus();
  }

  if (!mail) return <AskAnAdmin onClose={onClose} />;
  if (asking.isSuccess) return <CheckYourEmail email={asking.variables} onClose={onClose} />;
  return (
    <form ref={focusField} noValidate onSubmit={submit}>
      <title>Forgot password · Pick'em</title>
      <h2 className="heading mb-2 text-xl">Forgot Password?</h2>
      <p className="mb-5 text-ink-soft">Enter your email, and we send you a link to set a new password.</p>
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={EMAIL_MAX}
        defaultValue={email}
        error={problem}
      />
      <Refusal text={asking.isError ? failureText(asking.error) : null} />
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isPaused={asking.isPending}>
          {asking.isPending ? 'One moment...' : 'Send reset link'}
        </Button>
      </div>
    </form>
  );
}

/** For a league that sends no mail. */
function AskAnAdmin({ onClose }: Pick<ForgotPanelProps, 'onClose'>) {
  return (
    <div>
      <title>Forgot password · Pick'em</title>
      <h2 ref={focusHeading} tabIndex={-1} className="heading mb-2 text-xl outline-none">
        Forgot Password?
      </h2>
      <p className="mb-5 text-ink-soft">Ask whoever runs your league for a link to set a new one.</p>
      <Button onClick={onClose} className="w-full">
        Back to Login
      </Button>
    </div>
  );
}

function CheckYourEmail({ email, onClose }: Omit<ForgotPanelProps, 'next'>) {
  const { demo } = useSignInOptions();
  return (
    <div>
      <title>Check your email · Pick'em</title>
      <h2 ref={focusHeading} tabIndex={-1} className="heading mb-2 text-xl outline-none">
        Check Your Email
      </h2>
      <p className="mb-5 text-ink-soft">
        If there is an account for <strong className="text-ink">{email}</strong>, a link to set a new password is on its
        way. It works once, for an hour.
      </p>
      {demo && (
        <p className="mb-5 text-ink-soft">
          The demo doesn't send email:{' '}
          <a href="/outbox" className="text-blue underline">
            read it in the outbox
          </a>
          .
        </p>
      )}
      <Button onClick={onClose} className="w-full">
        Back to Login
      </Button>
    </div>
  );
}

/** The person goes on where the panel begins. */
function focusField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}

function focusHeading(heading: HTMLElement | null): void {
  heading?.focus();
}
