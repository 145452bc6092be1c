import { ink } from './palette.ts';

const ball = 'M-44 0C-32 -21 -15 -28 0 -28C15 -28 32 -21 44 0C32 21 15 28 0 28C-15 28 -32 21 -44 0Z';
const tick = 'M45 68L58 82L87 49';
const cup = 'M28 34H72C72 53 67 63 56 68C55 71 56 75 60 78H40C44 75 45 71 44 68C33 63 28 53 28 34Z';
const handles = 'M30 39H14C13 53 21 60 36 61M70 39H86C87 53 79 60 64 61';
const base = 'M36 78H64L68 92H32Z';

function linear(id: string, stops: readonly (readonly [number, string])[], direction = 'x2="0" y2="1"'): string {
  const drawn = stops.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('');
  return `<linearGradient id="${id}" ${direction}>${drawn}</linearGradient>`;
}

const leather = linear('leather', [
  [0, '#e08a3c'],
  [0.45, '#b4591f'],
  [1, '#7a3510'],
]);
const turf = linear('turf', [
  [0, '#4be08a'],
  [1, '#14a058'],
]);
const gold = linear(
  'gold',
  [
    [0, '#ffe28a'],
    [0.35, '#ffc22e'],
    [0.75, '#e8930c'],
    [1, '#b96a06'],
  ],
  'y2=".6"',
);

/** The white and dark line around everything, so that the mark stands on night and on paper alike. */
function sticker(silhouette: string): string {
  return `<g stroke-linejoin="round" stroke-linecap="round"><g stroke="#fff" stroke-width="14">${silhouette}</g><g stroke="${ink}" stroke-width="8.5">${silhouette}</g></g>`;
}

function svg(defs: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>${defs}</defs>${body}</svg>\n`;
}

function football(place: string): string {
  const laces = '<path d="M-16 -9C-7 -12 7 -12 16 -9M-11 -17L-10 -3M0 -18V-4M11 -17L10 -3" stroke-width="4"/>';
  return `<g transform="${place}"><use href="#ball" fill="url(#leather)"/><g clip-path="url(#inside)" fill="none" stroke="#fff" stroke-linecap="round"><path d="M-29 -26C-22 -10 -22 10 -29 26M29 -26C22 -10 22 10 29 26" stroke-width="6"/>${laces}<path d="M-46 0C-30 17 -15 21 0 21C15 21 30 17 46 0L40 34H-40Z" fill="#3a1504" fill-opacity=".3" stroke="none"/></g></g>`;
}

const ballDefs = `<path id="ball" d="${ball}"/><clipPath id="inside"><use href="#ball"/></clipPath>`;

/** A football that somebody got right. */
export function pickLogo(): string {
  const place = 'translate(46.5 44) rotate(-40) scale(1.04 1.1)';
  const check = (color: string, width: number) =>
    `<path d="${tick}" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" fill="none"/>`;
  const body = [
    check('#fff', 27),
    sticker(`<use href="#ball" transform="${place}"/>`),
    football(place),
    check(ink, 21.5),
    check('url(#turf)', 12.5),
    '<path d="M44 65.5L58 79.5L85.5 48" stroke="#d6ffe6" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" fill="none" opacity=".8"/>',
  ];
  return svg(
    ballDefs +
      leather +
      linear(
        'turf',
        [
          [0, '#4be08a'],
          [1, '#14a058'],
        ],
        'gradientUnits="userSpaceOnUse" x1="50" y1="46" x2="50" y2="88"',
      ),
    body.join(''),
  );
}

/** The cup of the season, a football in it. */
export function cupLogo(): string {
  const place = 'translate(50 27) rotate(-24) scale(.56 .66)';
  const outline = `<path d="${cup}"/><path d="${base}"/><use href="#ball" transform="${place}"/>`;
  const loops = (color: string, width: number) =>
    `<path d="${handles}" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" fill="${ink}"/>`;
  const body = [
    loops('#fff', 20.5),
    sticker(outline),
    loops(ink, 15),
    loops('#f0a81c', 6.5),
    football(place),
    `<path d="${base}" fill="url(#turf)"/><path d="M36 78H64L65 82H35Z" fill="#fff" fill-opacity=".35"/>`,
    `<path d="${cup}" fill="url(#gold)" stroke="${ink}" stroke-width="4" stroke-linejoin="round"/>`,
    '<path d="M34.5 40C35 49 38 56 43 60" stroke="#fff8dd" stroke-width="4.5" stroke-linecap="round" fill="none"/>',
    `<path d="M43 48L49 55L60 43" stroke="${ink}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round" fill="none"/>`,
  ];
  return svg(ballDefs + leather + turf + gold, body.join(''));
}
