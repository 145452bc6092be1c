import type { ReactNode } from 'react';
import { useEffect, useId } from 'react';
import { useSteady } from './use-steady.ts';

interface ControlPanelProps {
  readonly label: string;
  /** Whether only screen readers have the label, because the sentence above says it. */
  readonly isLabelHidden?: boolean;
  readonly choices: ReactNode;
  /** What stands below the choices. */
  readonly children?: ReactNode;
}

/** The choices of a value, below its sentence. It scrolls into view when it opens. */
export function ControlPanel({ label, isLabelHidden = false, choices, children }: ControlPanelProps) {
  const id = useId();
  const steady = useSteady<HTMLDivElement>();
  useEffect(() => {
    steady.ref.current?.scrollIntoView({ block: 'nearest' });
  }, [steady.ref]);
  return (
    <div className="rule-control" {...steady}>
      <p id={id} className={isLabelHidden ? 'sr-only' : 'label mb-1.5 text-ink-soft'}>
        {label}
      </p>
      <fieldset aria-labelledby={id}>{choices}</fieldset>
      {children}
    </div>
  );
}
