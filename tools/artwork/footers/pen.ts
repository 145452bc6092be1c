import { ink } from '../palette.ts';

/** The colors of the cartoons: leather, turf and amber first, the rest as accents. */
export const hue = {
  ink,
  leather: 'url(#leather)',
  brown: '#b4591f',
  turf: '#1fae66',
  forest: '#127a48',
  amber: '#ffb81f',
  orange: '#f0801e',
  red: '#e5484d',
  wine: '#7d1128',
  pink: '#ff8fa3',
  sky: '#6bbdf5',
  ice: '#cfeaff',
  blue: '#2c6fd1',
  navy: '#22335c',
  steel: '#c3ccdb',
  slate: '#77839b',
  wood: '#c0803f',
  cream: '#fff3d6',
  skin: '#f4bd92',
  white: '#fff',
} as const;

/** A filled shape with the outline of the drawing. */
export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more}/>`;
}

/** A line without fill. */
export function line(d: string, width = 6, color = ''): string {
  const stroke = color === '' ? '' : ` stroke="${color}"`;
  return `<path d="${d}" fill="none"${width === 6 ? '' : ` stroke-width="${width}"`}${stroke}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${more}/>`;
}

export function box(x: number, y: number, width: number, height: number, corner: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}" fill="${fill}"/>`;
}

/** Light and shade: shapes without outline. */
export function flat(...parts: string[]): string {
  return `<g stroke="none">${parts.join('')}</g>`;
}

export function shade(d: string, strength = 0.18): string {
  return `<path d="${d}" fill="#000" fill-opacity="${strength}" stroke="none"/>`;
}

export function gleam(d: string, width = 6, strength = 0.5): string {
  return `<path d="${d}" fill="none" stroke="#fff" stroke-opacity="${strength}" stroke-width="${width}"/>`;
}

/** Parts moved to a place, then turned (degrees) and scaled; a negative `scale[0]` mirrors them. */
export function at(
  x: number,
  y: number,
  parts: string,
  turn = 0,
  scale: number | readonly [number, number] = 1,
): string {
  const size = typeof scale === 'number' ? `${scale}` : scale.join(' ');
  const turned = turn === 0 ? '' : `rotate(${turn})`;
  return `<g transform="translate(${x} ${y})${turned}${size === '1' ? '' : `scale(${size})`}">${parts}</g>`;
}

/** What drawings refer to by id. Only what a picture uses is put into it. */
const library: Readonly<Record<string, string>> = {
  leather:
    '<radialGradient id="leather" cx=".35" cy=".25" r=".9"><stop stop-color="#e39a4d"/><stop offset=".5" stop-color="#b65c20"/><stop offset="1" stop-color="#74320e"/></radialGradient>',
  gold: '<linearGradient id="gold" y2="1"><stop stop-color="#fff0a8"/><stop offset=".4" stop-color="#ffc22e"/><stop offset="1" stop-color="#c97a06"/></linearGradient>',
  fist: '<g id="fist"><path d="M-17-6C-18-20 12-24 18-9C23 6 15 19 0 19C-15 19-18 8-17-6Z" fill="#fff"/><path d="M-6-3L-4-14M5-4L6-14" fill="none" stroke-width="4"/></g>',
  palm: '<path id="palm" d="M-12 17C-18 5-20-4-26-12C-30-20-20-24-15-15L-10-8L-12-28C-12-36-2-36-1-28L1-10L7-28C10-36 19-32 17-24L11-6L22-15C28-20 35-14 30-8C22 2 20 14 10 19Z" fill="#fff"/>',
  point:
    '<g id="point"><path d="M-13 17C-17 8-18 0-14-6L-8-8V-33C-8-41 4-41 4-33V-12C14-14 20-8 19 0C18 10 14 17 8 20Z" fill="#fff"/><path d="M5-2L6 6" fill="none" stroke-width="4"/></g>',
  thumb:
    '<g id="thumb"><path d="M-16 0C-17-8-10-10-8-16L-7-28C-6-36 6-36 6-27L5-13H13C21-13 22-5 19 0C22 4 21 9 17 11C16 18 10 20 2 20C-10 20-15 12-16 0Z" fill="#fff"/><path d="M6 0H15M6 10H14" fill="none" stroke-width="4"/></g>',
  shoe: '<g id="shoe"><path d="M-14-10H8C10-2 24-3 32 4C38 9 38 16 34 16H-16C-18 8-18-2-14-10Z" fill="#e5484d"/><path d="M-15 16H34M-8 21V20M8 21V20M26 21V20" fill="none"/><path d="M12 0L16 6M4-2L7 5" fill="none" stroke="#fff" stroke-width="4"/></g>',
};

export type Hand = 'fist' | 'palm' | 'point' | 'thumb';

/** A glove whose wrist is at the place given; fingers up unless turned. */
export function hand(kind: Hand, x: number, y: number, turn = 0, mirrored = false): string {
  return used(kind, x, y, turn, mirrored);
}

/** A shoe with its ankle at the place given, its toe to the right unless mirrored. */
export function shoe(x: number, y: number, turn = 0, mirrored = false): string {
  return used('shoe', x, y, turn, mirrored);
}

function used(id: string, x: number, y: number, turn: number, mirrored: boolean): string {
  const turned = turn === 0 ? '' : `rotate(${turn})`;
  return `<use href="#${id}" transform="translate(${x} ${y})${turned}${mirrored ? 'scale(-1 1)' : ''}"/>`;
}

/** An arm or a leg along a path: dark, with its color inside. */
export function limb(d: string, color: string = hue.brown): string {
  return `${line(d, 17)}${line(d, 6, color)}`;
}

const edge =
  '<filter id="edge" x="-2%" y="-4%" width="104%" height="108%"><feGaussianBlur stdDeviation="3.5"/><feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 24 -1.4"/></filter>';

/** A complete picture, 1000 by 380: a soft shadow, a white edge around everything, the drawing. */
export function picture(title: string, parts: readonly string[]): string {
  const art = parts.join('');
  const needed = Object.entries(library).filter(([id]) => art.includes(`#${id}"`) || art.includes(`#${id})`));
  const defs = needed.map(([, markup]) => markup).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 380"><title>${title}</title><defs>${edge}${defs}<g id="art" stroke="${ink}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round">${art}</g></defs><use href="#art" filter="url(#edge)"/><use href="#art"/></svg>\n`;
}
