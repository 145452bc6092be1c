import { useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  /** The text before it is tapped. */
  readonly label: string;
  readonly text: string;
  readonly tone: 'primary' | 'plain';
}

/** Copies a text. If the browser does not allow it, the person has to copy it by hand. */
export function CopyButton({ label, text, tone }: CopyButtonProps) {
  const [said, setSaid] = useState<string | null>(null);
  async function copy(): Promise<void> {
    try {
      await copyText(text);
      setSaid('Copied');
    } catch {
      setSaid('Copy it by hand');
    }
  }
  return (
    <>
      <Button tone={tone} onClick={() => void copy()}>
        {said ?? label}
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
