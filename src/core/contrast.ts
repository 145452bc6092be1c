/** The least contrast ratio of text on a team color (specification, section 9). */
export const MIN_CONTRAST = 3;

/** The least contrast ratio at which a thin line of color is visible on its background. */
const MIN_BAR_CONTRAST = 1.8;

/** The lightest text. */
export const WHITE = '#ffffff';
/** The darkest text. */
export const BLACK = '#000000';

const SHORT_HEX = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const LONG_HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/**
 * The WCAG contrast ratio of two colors, 1 to 21, the same in either order.
 * Colors are `#RGB` or `#RRGGBB`; a text that is not a color counts as white, the default background.
 */
export function contrastRatio(first: string, second: string): number {
  const a = luminance(first);
  const b = luminance(second);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Whether text in one color is readable on the other: a ratio of at least 3 (section 9). */
export function isReadable(text: string, background: string): boolean {
  return contrastRatio(text, background) >= MIN_CONTRAST;
}

/** Whether a thin line of color is visible on a background. */
export function standsOut(color: string, ground: string): boolean {
  return contrastRatio(color, ground) >= MIN_BAR_CONTRAST;
}

/** White if it is readable on the background; otherwise black, which then always is (section 9). */
export function readableText(background: string): typeof WHITE | typeof BLACK {
  return isReadable(WHITE, background) ? WHITE : BLACK;
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function channels(color: string): readonly [number, number, number] {
  const long = LONG_HEX.exec(color);
  if (long) return [channel(long[1]), channel(long[2]), channel(long[3])];
  const short = SHORT_HEX.exec(color);
  if (short) return [channel(short[1]) * 17, channel(short[2]) * 17, channel(short[3]) * 17];
  return [255, 255, 255];
}

function channel(hex = 'ff'): number {
  return Number.parseInt(hex, 16);
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
