import { useState } from 'react';
import { Button } from './button.tsx';

interface CopyButtonProps {
  /** The text before it is tapped. */
  readonly label: string;
  readonly text: string;
  readonly tone: 'primary' | 'plain';
}

/** Copies a text. Browsers allow copying only on secure pages; elsewhere the person has to copy it by hand. */
export function CopyButton({ label, text, tone }: CopyButtonProps) {
  const [said, setSaid] = useState<string | null>(null);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
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
