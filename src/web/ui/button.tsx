import type { ButtonHTMLAttributes, SyntheticEvent } from 'react';

type Tone = 'primary' | 'plain';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg px-4 font-display font-medium text-lg transition-[filter,translate] hover:brightness-110 active:translate-y-px off:opacity-60';

const tones: Readonly<Record<Tone, string>> = {
  primary:
    'bg-linear-to-b from-turf-fill to-turf-deep text-white shadow-[inset_0_1px_0_rgb(255_255_255/0.25),0_8px_18px_-8px_var(--turf-glow)]',
  plain: 'bg-panel-high text-ink shadow-[inset_0_0_0_1px_var(--line-strong)]',
};

/** The look of a button, also for links that act as one. */
export function buttonLook(tone: Tone): string {
  return `${base} ${tones[tone]}`;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: Tone;
  /** It does nothing for now, as while what it began is under way. It keeps the focus, which a disabled button would lose. */
  readonly isPaused?: boolean;
}

export function Button({ tone = 'primary', className = '', isPaused = false, ...rest }: ButtonProps) {
  const paused = isPaused && { 'aria-disabled': true, onClick: preventDefault };
  return <button type="button" {...rest} {...paused} className={`${buttonLook(tone)} ${className}`} />;
}

function preventDefault(event: SyntheticEvent): void {
  event.preventDefault();
}
