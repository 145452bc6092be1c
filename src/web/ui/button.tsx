import type { ButtonHTMLAttributes, SyntheticEvent } from 'react';

type Tone = 'primary' | 'plain' | 'text';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 text-center font-display font-medium transition-[filter,translate]';

const box = 'rounded-lg px-4 text-lg';

/** Hover and press feedback. */
const lively = 'hover:brightness-110 active:translate-y-px';

const tones: Readonly<Record<Tone, string>> = {
  primary: `${box} bg-linear-to-b from-turf-fill to-turf-deep text-white shadow-[inset_0_1px_0_rgb(255_255_255/0.25),0_8px_18px_-8px_var(--turf-glow)]`,
  plain: `${box} bg-panel-high text-ink shadow-[inset_0_0_0_1px_var(--line-strong)]`,
  /** For actions in the rows of a list. */
  text: 'px-1 text-amber underline underline-offset-4',
};

/** The classes of a button, also for links that look like one. */
export function buttonLook(tone: Tone, isInactive = false): string {
  return `${base} ${tones[tone]} ${isInactive ? 'opacity-45' : lively}`;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: Tone;
  /** Ignores clicks but keeps the focus, for example while a request is pending. */
  readonly isPaused?: boolean;
}

export function Button({ tone = 'primary', className = '', isPaused = false, ...rest }: ButtonProps) {
  const look = buttonLook(tone, isPaused || rest.disabled);
  return <button type="button" {...rest} {...(isPaused && paused)} className={`${look} ${className}`} />;
}

const paused = { 'aria-disabled': true, onClick: (event: SyntheticEvent) => event.preventDefault() } as const;
