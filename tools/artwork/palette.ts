import type { Team } from '#core/types.ts';

/** A color as `#rrggbb`. */
export type Hex = string;

export const ink = '#0b1020';
export const white = '#ffffff';

/** The three colors of a team. */
export type TeamColors = Team['colors'];

/**
 * A color named from a team's own: p(rimary), s(econdary), a(ccent), w(hite), k (ink), n(one);
 * a number behind it mixes that many percent of white in, a negative one of black.
 */
export type Token = string;

function channels(hex: Hex): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Moves a color toward another; 0 leaves it, 1 replaces it. */
export function mix(from: Hex, to: Hex, share: number): Hex {
  const target = channels(to);
  const mixed = channels(from).map((value, i) => Math.round(value + ((target[i] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export function paint(token: Token, colors: TeamColors): Hex {
  const base = { p: colors.primary, s: colors.secondary, a: colors.accent, w: white, k: ink }[token.charAt(0)];
  if (base === undefined) {
    throw new Error(`Not a color token: ${token}`);
  }
  const share = Number(token.slice(1)) / 100;
  return mix(base.toLowerCase(), share < 0 ? '#000000' : white, Math.abs(share));
}
