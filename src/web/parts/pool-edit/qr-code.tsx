import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';

export interface QrCodeProps {
  readonly text: string;
  /** What it is a code of. */
  readonly label: string;
}

/** A text for the camera of another device. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="qr-code">
      <path d={path} fill="currentColor" />
    </svg>
  );
}
