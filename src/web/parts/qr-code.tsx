import encodeQR from 'qr';
import { useMemo } from 'react';

export interface QrCodeProps {
  readonly text: string;
  /** What the code contains. */
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

/** The quiet zone around a QR code, in modules. */
const QUIET_ZONE = 4;

/** A QR code as the path of an SVG. One unit is one module; `size` is that of a side, with the quiet zone. */
interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** @throws if the text is too long for a QR code */
export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size: rows.length, path };
}
