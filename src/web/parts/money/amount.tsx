import { parseDollars } from '#core/money.ts';
import type { FieldProps } from '#web/ui/field.tsx';
import { TextField } from '#web/ui/field.tsx';

interface AmountProps extends Omit<FieldProps, 'error'> {
  /** Whether it gets the focus when it appears. */
  readonly autoFocus?: boolean;
  readonly value: string;
  /** Its whole name, if the label shows a sign. */
  readonly 'aria-label'?: string;
  readonly onChange: (value: string) => void;
}

/** A field for an amount in dollars. */
export function Amount({ value, onChange, ...field }: AmountProps) {
  return (
    <TextField
      {...field}
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
