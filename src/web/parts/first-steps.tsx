import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LeagueSummary } from '#contract/pools.ts';
import { Link } from '#web/lib/navigation.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { summaryQuery } from './pool-edit/pool-edit.ts';

interface Step {
  readonly name: string;
  /** What the step is for, shown until it is done. */
  readonly text: string;
  readonly isDone: boolean;
  /** The control that does it; shown for the first step that is not done. */
  readonly tool: ReactNode;
}

/** Whether a league still needs a season, a pool or players. */
export function isStarting({ season, isOpen }: LeagueSummary): boolean {
  return season === null || !isOpen;
}

interface FirstStepsProps {
  /** How to invite players, if that is possible here; it stays after the link was made. */
  readonly invite?: ReactNode;
}

/** Guides an admin from an empty league to the first players, one step at a time. */
export function FirstSteps({ invite }: FirstStepsProps) {
  const { data } = useQuery(summaryQuery);
  if (data === undefined) return null;
  const { newest, season, isOpen } = data;
  const steps: readonly Step[] = [
    {
      name: season === null ? 'Load a season' : `Season ${season} is loaded`,
      text: 'Every game of the year, from ESPN or from a file.',
      isDone: season !== null,
      tool: <Go to="/admin/season" text="Load season" />,
    },
    {
      name: newest === null ? 'Make a pool' : `${newest.name} is ready`,
      text: 'Where your players make their picks.',
      isDone: newest !== null,
      tool: <Go to="/pools/new" text="New Pool" />,
    },
    {
      name: 'Invite your players',
      text: 'Send them one link, and they are in.',
      isDone: isOpen,
      tool: invite ?? <Go to={`/admin/pools/edit/${newest?.id}/people`} text="Invite players" />,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="first-steps" className="panel mx-auto mb-5 w-full max-w-lg p-5 sm:p-6">
      <h2 id="first-steps" className="heading mb-3 text-xl">
        {next === undefined ? 'Your league is open' : 'Get your league going'}
      </h2>
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li key={step.tool === invite ? 'invite' : index} className="flex gap-3">
            <Mark number={index + 1} isDone={step.isDone} isNext={step === next} />
            <div className="min-w-0 flex-1">
              <p
                className={`pt-1 font-display text-lg break-words ${step === next ? 'font-semibold' : 'text-ink-soft'}`}
              >
                {step.name}
                {step.isDone && <span className="sr-only">: done</span>}
              </p>
              {step === next && <p className="mb-3 text-ink-soft">{step.text}</p>}
              {(step === next || (step.isDone && step.tool === invite)) && step.tool}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Go({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <Link to={to} className={`${buttonLook('primary')} w-full`}>
      {text}
      <Icon name="chevronRight" />
    </Link>
  );
}

interface MarkProps {
  readonly number: number;
  readonly isDone: boolean;
  readonly isNext: boolean;
}

function Mark({ number, isDone, isNext }: MarkProps) {
  const look = isDone ? 'bg-turf-wash text-turf' : isNext ? 'bg-turf-fill text-white' : 'bg-panel-high text-ink-soft';
  return (
    <span
      aria-hidden="true"
      className={`grid size-8 shrink-0 place-items-center rounded-full font-display text-lg ${look}`}
    >
      {isDone ? <Icon name="check" className="size-5" /> : number}
    </span>
  );
}
