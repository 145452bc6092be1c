import type { FormEvent } from 'react';
import { useState } from 'react';
import { linkCode } from '#core/own-path.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface LinkCodeProps {
  /** Where the code is: `from your email`. */
  readonly from: string;
}

/** For a link that lost its end on the way: a field for the code that was in it, or for the whole link. */
export function LinkCode({ from }: LinkCodeProps) {
  const [text, setText] = useState('');
  const code = linkCode(text);

  function open(event: FormEvent): void {
    event.preventDefault();
    if (code !== null) location.hash = new URLSearchParams({ token: code }).toString();
  }

  return (
    <form onSubmit={open} noValidate className="mb-5">
      <TextField
        label={`Code ${from}`}
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        note="Part of the link got lost. Enter its code, or paste the whole link."
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={code === null} className="mt-2 w-full">
        Continue
      </Button>
    </form>
  );
}
