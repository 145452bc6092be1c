import encodeQR from 'qr';

/** The edge without modules that a QR code has, in modules. */
const QUIET = 4;

/** A QR code as the path of an SVG: one unit is one module, `size` are those of a side with its quiet edge. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** @throws for a text that is too long for any QR code */
export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size: rows.length, path };
}
