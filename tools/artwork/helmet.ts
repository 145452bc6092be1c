import { contrastRatio } from '#core/contrast.ts';
import type { Side } from '#core/types.ts';
import { lettering } from './glyphs.ts';
import type { HelmetDesign } from './helmet-designs.ts';
import { helmetDesign } from './helmet-designs.ts';
import type { Hex, TeamColors, Token } from './palette.ts';
import { ink, mix, paint, white } from './palette.ts';

const shell =
  'M214 95C206 43 166 14 116 14C57 14 17 55 17 107C17 131 25 150 40 161C60 168 84 169 101 166C105 177 110 187 121 191C137 195 156 194 171 190C180 186 179 176 175 166C167 150 161 135 159 120C158 107 165 101 176 99C189 98 202 97 214 95Z';
const crown = 'M214 118C207 55 166 29 116 29C66 29 32 62 32 109C32 136 40 158 55 178';
const opening =
  'M206 93C226 102 238 122 236 146C235 164 228 180 217 191L171 190C169 176 157 144 157 120C157 106 164 100 176 98Z';
const cup = 'M158 184C170 203 196 217 221 213C230 211 232 203 229 194C206 198 188 192 172 176Z';
const cage =
  'M204 84C230 94 244 119 242 146C241 166 232 184 220 194C202 196 183 191 166 180M164 121C188 112 217 114 239 128M166 150C190 145 218 147 242 154M203 116C210 142 208 170 200 194';
const lowerHalf = 'M10 120C40 158 110 164 178 146L190 200H10Z';
const glossBand = 'M28 104C29 62 62 26 112 25C128 25 140 28 140 32C96 34 58 58 44 104C40 118 28 116 28 104Z';
const browShadow =
  'M176 99C189 98 202 97 213 95L212 106C198 104 186 106 174 112C164 118 162 126 164 138L159 122C157 106 165 101 176 99Z';
/** Shade is a deep blue, so that white shells turn cool and not dirty. */
const night = '#060b26';

interface Ids {
  readonly shell: string;
  readonly clip: string;
  readonly outline: string;
  readonly cage: string;
  readonly light: string;
  readonly shade: string;
  readonly gloss: string;
  readonly visor: string;
  readonly word: string;
}

function ids(prefix: string): Ids {
  const id = (part: string) => `${prefix}-${part}`;
  return {
    shell: id('s'),
    clip: id('c'),
    outline: id('o'),
    cage: id('m'),
    light: id('l'),
    shade: id('d'),
    gloss: id('g'),
    visor: id('v'),
    word: id('w'),
  };
}

function stripes(design: HelmetDesign, shellColor: Hex, inner: Hex, outer: Hex): string {
  const line = (color: Hex, width: number) => `<path d="${crown}" stroke="${color}" stroke-width="${width}"/>`;
  switch (design.crest) {
    case 'none':
      return '';
    case 'band':
      return line(inner, 16);
    case 'bordered':
      return line(outer, 25) + line(inner, 14);
    case 'twin':
      return line(outer, 23) + line(shellColor, 11);
    case 'triple':
      return line(outer, 29) + line(shellColor, 19) + line(inner, 10);
  }
}

const smoke = ['#2b3650', '#0a0f1c'] as const;
const mirror = ['#c3d3ea', '#7388aa'] as const;

/** The visor is the one of two tints that the mask stands out from. */
function visorTints(mask: Hex): readonly [Hex, Hex] {
  return contrastRatio(mask, smoke[0]) >= 2 ? smoke : mirror;
}

function stops(...each: readonly (readonly [at: number, color: string, opacity: number])[]): string {
  return each
    .map(([at, color, opacity]) => {
      const alpha = opacity < 1 ? ` stop-opacity="${opacity}"` : '';
      return `<stop offset="${at}" stop-color="${color}"${alpha}/>`;
    })
    .join('');
}

function defs(id: Ids, mask: Hex): string {
  const [top, bottom] = visorTints(mask);
  const linear = (name: string, direction: string, content: string) =>
    `<linearGradient id="${name}" ${direction}>${content}</linearGradient>`;
  return [
    '<defs>',
    `<path id="${id.shell}" d="${shell}"/>`,
    `<clipPath id="${id.clip}"><use href="#${id.shell}"/></clipPath>`,
    `<path id="${id.cage}" d="${cage}"/>`,
    `<g id="${id.outline}"><use href="#${id.shell}"/><path d="${opening}"/><path d="${cup}"/>`,
    `<use href="#${id.cage}" fill="none"/></g>`,
    `<radialGradient id="${id.light}" gradientUnits="userSpaceOnUse" cx="104" cy="44" r="130">`,
    stops([0, '#fff', 0.32], [0.45, '#fff', 0.1], [1, '#fff', 0]),
    '</radialGradient>',
    linear(id.shade, 'x1=".45" y1="0" x2=".55" y2="1"', stops([0.42, night, 0], [1, night, 0.5])),
    linear(id.gloss, 'x1="0" y1="1" x2="1" y2="0"', stops([0, '#fff', 0], [0.5, '#fff', 0.45], [1, '#fff', 0])),
    linear(id.visor, 'x1="0" y1="0" x2=".3" y2="1"', stops([0, top, 1], [1, bottom, 1])),
    '</defs>',
  ].join('');
}

function shellPart(id: Ids, design: HelmetDesign, color: Hex, inner: Hex, outer: Hex): string {
  const whole = (attributes: string) => `<use href="#${id.shell}" ${attributes}/>`;
  return [
    whole(`stroke="${ink}" stroke-width="6"`),
    whole(`fill="${color}"`),
    `<g clip-path="url(#${id.clip})" fill="none">`,
    stripes(design, color, inner, outer),
    `<path d="${lowerHalf}" fill="${night}" fill-opacity=".13"/>`,
    whole(`fill="url(#${id.shade})"`),
    whole(`fill="url(#${id.light})"`),
    `<path d="${glossBand}" fill="url(#${id.gloss})"/>`,
    '<path d="M106 167C109 152 122 142 139 147C150 150 156 158 160 166" stroke="#000" stroke-opacity=".35" stroke-width="3.5"/>',
    '<path d="M108 170C111 156 123 146 138 150" stroke="#fff" stroke-opacity=".25" stroke-width="2"/>',
    whole('stroke="#fff" stroke-opacity=".22" stroke-width="7"'),
    '</g>',
  ].join('');
}

/** Two vents near the brow, and the hole for the ear. */
function hardware(): string {
  const vents = 'M157 61l8 10M170 59l8 10';
  return [
    '<g stroke-linecap="round">',
    `<path d="${vents}" stroke="#fff" stroke-opacity=".35" stroke-width="8" transform="translate(1 1)"/>`,
    `<path d="${vents}" stroke="${ink}" stroke-width="6"/>`,
    '</g>',
    `<circle cx="134" cy="163" r="11" fill="${ink}"/>`,
    '<circle cx="134" cy="163" r="8.5" fill="#222c40" stroke="#8a97ad" stroke-width="2"/>',
    `<circle cx="134" cy="164" r="4" fill="${ink}"/>`,
  ].join('');
}

/** Visor, a reflection on it, the shadow under the brow, and the chin cup. */
function front(id: Ids): string {
  return [
    `<path d="${opening}" fill="url(#${id.visor})"/>`,
    '<path d="M178 104L196 102L178 176L172 172L165 146Z" fill="#fff" fill-opacity=".13"/>',
    `<path d="${browShadow}" fill="#000" fill-opacity=".45"/>`,
    `<path d="${cup}" fill="#f4f6fb" stroke="${ink}" stroke-width="4"/>`,
    '<path d="M168 194C184 206 204 211 226 208" stroke="#aab5c9" stroke-width="3" fill="none"/>',
  ].join('');
}

function maskPart(id: Ids, mask: Hex): string {
  const bars = (color: Hex, width: number) => `<use href="#${id.cage}" stroke="${color}" stroke-width="${width}"/>`;
  const rivet = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="4.5" fill="#dfe5ee" stroke="${ink}" stroke-width="2.5"/>`;
  return [
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
    bars(ink, 14),
    bars(mix(mask, '#000000', 0.3), 8.5),
    `<g transform="translate(-.6 -1)">${bars(mask, 6)}</g>`,
    `<g transform="translate(-1.4 -1.8)" stroke-dasharray="0 9 34 16 18 300">${bars(mix(mask, white, 0.6), 2)}</g>`,
    '</g>',
    rivet(166, 121),
    rivet(163, 179),
  ].join('');
}

function word(abbr: string, paints: readonly Hex[], id: Ids, side: Side): string {
  const { path, width } = lettering(abbr);
  const scale = Math.min(0.57, 102 / width);
  const [center, turn] = side === 'away' ? [95, -5] : [158, 5];
  const place = `translate(${center} 98) rotate(${turn}) skewX(-9) scale(${scale.toFixed(3)}) translate(${-width / 2} -50)`;
  const [fill, ring = '', line = ''] = paints;
  const use = (color: Hex, thickness: number) =>
    `<use href="#${id.word}" stroke="${color}" stroke-width="${thickness}"/>`;
  return [
    `<g transform="${place}" stroke-linejoin="round">`,
    `<defs><path id="${id.word}" fill-rule="evenodd" d="${path}"/></defs>`,
    `<g transform="translate(3 6)" opacity=".45">${use('#000', 36)}</g>`,
    use(ink, 38),
    use(line, 31),
    use(ring, 19),
    `<use href="#${id.word}" fill="${fill}"/>`,
    '</g>',
  ].join('');
}

/**
 * A team's helmet as a complete SVG. Away stands on the left of a card and faces right; home faces it, as the mirror with
 * the letters turned back.
 */
export function helmet(abbr: string, side: Side, colors: TeamColors): string {
  const design = helmetDesign(abbr, side);
  const id = ids(`${abbr}${side === 'home' ? 'h' : 'a'}`);
  const hex = (token: Token) => paint(token, colors);
  const mask = hex(design.mask);
  const outline = (color: Hex, width: number) =>
    `<use href="#${id.outline}" fill="${color}" stroke="${color}" stroke-width="${width}"/>`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 224">',
    defs(id, mask),
    side === 'away' ? '<g>' : '<g transform="matrix(-1 0 0 1 256 0)">',
    `<g stroke-linejoin="round" stroke-linecap="round">${outline('#fff', 20)}${outline(ink, 12)}</g>`,
    front(id),
    shellPart(id, design, hex(design.shell), hex(design.stripes[0]), hex(design.stripes[1])),
    hardware(),
    maskPart(id, mask),
    '</g>',
    word(abbr, design.letters.map(hex), id, side),
    '</svg>\n',
  ].join('');
}
