import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Provider } from '#contract/shapes.ts';
import { cleanName } from '#core/names.ts';
import {
  confirmPasswordError,
  EMAIL_MAX,
  emailError,
  forgotPasswordError,
  PASSWORD_RULES,
  passwordError,
  signUpNameError,
} from '#core/validation.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { useHashValue } from '#web/lib/navigation.tsx';
import { useOAuthFlow } from '#web/lib/oauth.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { providerNames, useSignInOptions } from '#web/lib/sign-in-options.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { ProviderMark } from '#web/ui/provider-mark.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { CodePanel } from './code-panel.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

/** The title of the page. */
export const signInTitles: Readonly<Record<Mode, string>> = {
  'sign-in': "Sign in · Pick'em",
  'sign-up': "Create account · Pick'em",
};

interface SignInPanelProps {
  /** The path to continue to after signing in. */
  readonly next: string;
  /** Whether the person came by an invite link: most of those are new. */
  readonly invited?: boolean;
}

/** Sign-in, sign-up, or the request for a new password. */
export function SignInPanel({ next, invited = false }: SignInPanelProps) {
  const { waitsForCode } = useAuth();
  const [email, setEmail] = useState('');
  const asked = useHashValue('forgot') !== undefined;
  const [forgotten, setForgotten] = useState(asked);
  // Who starts over goes on where they began.
  const [startsOver, setStartsOver] = useState(false);
  if (waitsForCode && !startsOver) setStartsOver(true);
  return (
    <div className="panel min-h-90 p-5 sm:p-6">
      {waitsForCode ? (
        <CodePanel />
      ) : forgotten ? (
        <ForgotPanel email={email} next={next} onClose={() => setForgotten(false)} />
      ) : (
        <SignInForms
          next={next}
          invited={invited}
          startsOver={startsOver}
          email={email}
          onEmail={setEmail}
          onForgotten={() => setForgotten(true)}
        />
      )}
    </div>
  );
}

interface SignInFormsProps extends Required<SignInPanelProps> {
  /** Whether the panel replaces that of the code, which had the focus. */
  readonly startsOver: boolean;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onForgotten: () => void;
}

function SignInForms({ next, invited, startsOver, email, onEmail, onForgotten }: SignInFormsProps) {
  const { signUpOpen } = useAuth();
  const [mode, setMode] = useState<Mode>(invited && signUpOpen ? 'sign-up' : 'sign-in');
  return (
    <>
      {!invited && <title>{signInTitles[mode]}</title>}
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
      <AccountForm key={mode} mode={mode} joins={invited} startsOver={startsOver} email={email} onEmail={onEmail} />
      {mode === 'sign-in' && (
        <PasskeySignIn>
          <button
            type="button"
            onClick={onForgotten}
            className="min-h-11 flex-1 rounded-lg text-ink-soft hover:text-ink"
          >
            Forgot Password?
          </button>
        </PasskeySignIn>
      )}
      {invited && <ProviderButtons next={next} below />}
    </>
  );
}

export type Mode = 'sign-in' | 'sign-up';

interface AccountFormProps {
  readonly mode: Mode;
  /** Whether the person then joins the pool of an invitation. */
  readonly joins: boolean;
  readonly startsOver: boolean;
  /** The address typed before, also in the other mode. */
  readonly email: string;
  readonly onEmail: (email: string) => void;
}

function AccountForm({ mode, joins, startsOver, email, onEmail }: AccountFormProps) {
  const auth = useAuth();
  const [errors, setErrors] = useState<AccountErrors>({});
  const entering = useMutation({
    mutationFn: ({ email, password, displayName }: AccountDraft) =>
      mode === 'sign-up'
        ? auth.signUp({ email, password, displayName })
        : auth.enter(() => call('POST /api/auth/sign-in', { body: { email, password } })),
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const draft = readDraft(event.currentTarget);
    const found = mode === 'sign-up' ? checkSignUp(draft) : checkSignIn(draft);
    setErrors(found);
    entering.reset();
    const [first] = Object.keys(found);
    if (first === undefined) entering.mutate(draft);
    else focusField(event.currentTarget, first);
  }

  const fieldErrors = { ...errors, ...refusedField(entering.error) };
  return (
    <form noValidate onSubmit={submit}>
      <h2 className="sr-only">{mode === 'sign-up' ? 'Create an account' : 'Sign in'}</h2>
      {mode === 'sign-up' && (
        <TextField label="Display name" name="displayName" autoComplete="nickname" error={fieldErrors.displayName} />
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete={mode === 'sign-up' ? 'email' : 'username webauthn'}
        maxLength={EMAIL_MAX}
        defaultValue={email}
        autoFocus={startsOver}
        onChange={(event) => onEmail(event.target.value)}
        error={fieldErrors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete={mode === 'sign-up' ? 'new-password' : 'current-password'}
        note={mode === 'sign-up' ? PASSWORD_RULES : null}
        error={fieldErrors.password}
      />
      {mode === 'sign-up' && (
        <PasswordField
          label="Confirm password"
          name="confirmation"
          autoComplete="new-password"
          error={fieldErrors.confirmation}
        />
      )}
      <Refusal text={refusalText(entering.error)} />
      <Button type="submit" isPaused={entering.isPending} className="w-full text-xl">
        {entering.isPending ? 'One moment...' : `${signInWords[mode]}${joins ? ' and join' : ''}`}
      </Button>
    </form>
  );
}

const signInWords: Readonly<Record<Mode, string>> = { 'sign-in': 'Sign in', 'sign-up': 'Create account' };

function readDraft(form: HTMLFormElement): AccountDraft {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    email: text('email').trim(),
    password: text('password'),
    displayName: cleanName(text('displayName')),
    confirmation: text('confirmation'),
  };
}

/** Shows a refusal that concerns one field under that field. */
function refusedField(error: Error | null): AccountErrors {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return {};
  const field = (['displayName', 'email', 'password'] as const).find((name) => name === error.field);
  return field ? { [field]: error.message } : {};
}

function refusalText(error: Error | null): string | null {
  return error === null || Object.keys(refusedField(error)).length > 0 ? null : failureText(error);
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** What the person typed. */
interface AccountDraft {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
  readonly confirmation: string;
}

/** The errors by field, in the order of the form. */
type AccountErrors = { readonly [K in keyof AccountDraft]?: string };

/** Sign-in requires an address and any password: the account may be older than the rules for new passwords. */
export function checkSignIn({ email, password }: AccountDraft): AccountErrors {
  return errorsOnly({ email: emailError(email), password: password === '' ? passwordError('') : null });
}

export function checkSignUp({ email, password, displayName, confirmation }: AccountDraft): AccountErrors {
  return errorsOnly({
    displayName: signUpNameError(displayName),
    email: emailError(email),
    password: passwordError(password),
    confirmation: confirmPasswordError(password, confirmation),
  });
}

function errorsOnly(errors: { readonly [K in keyof AccountDraft]?: string | null }): AccountErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== null));
}

const providerTexts: Readonly<Record<Provider, string>> = {
  google: 'Continue with Google',
  facebook: 'Continue with Facebook',
  oidc: 'Continue with SSO',
};

interface ProviderButtonsProps {
  readonly next: string;
  /** Whether the buttons are placed after the form. */
  readonly below?: boolean;
}

/** The ways to sign in without a password, if the league has any. */
function ProviderButtons({ next, below = false }: ProviderButtonsProps) {
  const { providers } = useSignInOptions();
  const { at, problem, start } = useOAuthFlow('sign-in', next);
  if (providers.length === 0) return null;
  return (
    <div className={below ? 'mt-4' : 'mb-5'}>
      {below && <p className="label mb-3 text-center text-ink-faint">or</p>}
      <div className="grid gap-3">
        {providers.map((provider) => (
          <Button key={provider} tone="plain" onClick={() => void start(provider)}>
            <ProviderMark provider={provider} />
            {providerTexts[provider]}
          </Button>
        ))}
      </div>
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {at !== null && `Waiting for ${providerNames[at]}...`}
      </p>
      <Refusal text={problem} />
      {!below && <p className="label text-center text-ink-faint">or with your email</p>}
    </div>
  );
}

interface ForgotPanelProps {
  /** What was typed before. */
  readonly email: string;
  /** The path to continue to after signing in. */
  readonly next: string;
  readonly onClose: () => void;
}

/** Requests the mail with a link for a new password, and shows what comes next. */
function ForgotPanel({ email, next, onClose }: ForgotPanelProps) {
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
    <form ref={focusFirstField} noValidate onSubmit={submit}>
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
      <p className="mb-5 text-ink-soft">Ask the person who runs your league for a link to set a new one.</p>
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

/** Moves the focus to the start of the panel. */
function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}

function focusHeading(heading: HTMLElement | null): void {
  heading?.focus();
}
