import type { ReactNode } from 'react';
import { useId } from 'react';
import './check-row.css';

interface CheckRowProps {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox whose whole row can be tapped. */
export function CheckRow({ label, note, checked, disabled = false, onChange }: CheckRowProps) {
  const id = useId();
  return (
    <div className="check-row relative flex min-h-11 items-start gap-3 pt-2.5 pb-1">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className={`block break-words ${disabled ? 'text-ink-faint' : ''}`}>
          {label}
        </label>
        {note && (
          <p id={`${id}-note`} className="text-sm break-words text-ink-soft">
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
