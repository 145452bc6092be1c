import { parseDollars } from '#core/money.ts';
import { TextField } from '#web/ui/field.tsx';

interface AmountProps {
  readonly label: string;
  /** Whether it gets the focus when it appears. */
  readonly autoFocus?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for an amount in dollars. */
export function Amount({ label, autoFocus = false, value, onChange }: AmountProps) {
  return (
    <TextField
      label={label}
      autoFocus={autoFocus}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      maxLength={20}
      onChange={(event) => onChange(event.target.value)}
      error={parseDollars(value) === null ? 'Type an amount in dollars, such as 20 or 12.50' : null}
    />
  );
}
