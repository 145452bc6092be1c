import { ellipse, line, shape } from './footers/pen.ts';
import { ink } from './palette.ts';

/** Drawn on a 24 by 24 grid, to be distinguished at 16 pixels: few colors, and a dark line around everything. */
const color = {
  gold: '#ffc22e',
  deepGold: '#e8930c',
  silver: '#d3dae6',
  bronze: '#e09a5b',
  wood: '#cf8f4f',
  red: '#e5484d',
  wine: '#7d1128',
  pink: '#ff8a5c',
  tear: '#3d9bf0',
  glass: '#d6ecff',
  white: '#fff',
} as const;

function face(...parts: string[]): string {
  return `<circle cx="12" cy="12" r="10.8" fill="${color.gold}"/>${parts.join('')}`;
}

/** Two dots to look with. */
const eyes = `<g stroke="none">${ellipse(8, 9.6, 1.6, 2.1, ink)}${ellipse(16, 9.6, 1.6, 2.1, ink)}</g>`;

function mouth(d: string): string {
  return line(d, 1.9);
}

/** What is on the face without a line around it. */
function bare(d: string, fill: string): string {
  return shape(d, fill, ' stroke="none"');
}

function star(x: number): string {
  return bare(`M${x} 4.1l1.45 2.95 3.25.45-2.35 2.3.55 3.25-2.9-1.55-2.9 1.55.55-3.25-2.35-2.3 3.25-.45Z`, color.red);
}

function medal(metal: string, digit: string): string {
  return [
    shape('M4.2 1H9.6L13 8.6 8.8 11Z', color.red),
    shape('M19.8 1H14.4L11 8.6 15.2 11Z', color.red),
    `<circle cx="12" cy="15.2" r="7.9" fill="${metal}"/>`,
    line(digit, 2.2),
  ].join('');
}

const drawings: Readonly<Record<string, string>> = {
  '🤩': face(
    star(7.6),
    star(16.4),
    shape('M5.6 14.2H18.4C18.4 18 15.6 20.4 12 20.4C8.4 20.4 5.6 18 5.6 14.2Z', color.wine, ' stroke-width="1"'),
    bare('M6.4 14.7H17.6L17.2 16.6H6.8Z', color.white),
  ),
  '😊': face(
    `<g stroke="none">${ellipse(5.2, 13.4, 2, 1.4, color.pink)}${ellipse(18.8, 13.4, 2, 1.4, color.pink)}</g>`,
    mouth('M5.9 10.6C6.6 7.8 9.6 7.8 10.3 10.6M13.7 10.6C14.4 7.8 17.4 7.8 18.1 10.6'),
    mouth('M7.4 14.8C9.2 18.6 14.8 18.6 16.6 14.8'),
  ),
  '🙂': face(eyes, mouth('M7.2 15C9.2 18 14.8 18 16.8 15')),
  '😐': face(eyes, mouth('M7.6 16.2H16.4')),
  '😕': face(eyes, mouth('M7.8 17.8C9.6 15.6 13 14.9 16.6 15.6')),
  '😢': face(
    `<g stroke="none">${ellipse(8, 10.4, 1.6, 2.1, ink)}${ellipse(16, 10.4, 1.6, 2.1, ink)}</g>`,
    line('M5.4 7.6C6.8 7.3 8 6.6 8.8 5.6M18.6 7.6C17.2 7.3 16 6.6 15.2 5.6', 1.5),
    mouth('M8.6 18C10.2 15.6 14.4 15.6 15.8 18'),
    shape('M6 13.2C8 15.8 8.9 17.2 8.9 18.8A2.9 2.9 0 0 1 3.1 18.8C3.1 17.2 4 15.8 6 13.2Z', color.tear),
  ),
  '😭': face(
    bare('M5.2 9.6H9.4V21.6L5.2 19.6ZM14.6 9.6H18.8V19.6L14.6 21.6Z', color.tear),
    mouth('M4.6 9C6 10.6 8.6 10.6 10 9M14 9C15.4 10.6 18 10.6 19.4 9'),
    shape('M12 12.6C14.2 12.6 15 14.6 15 17C15 18.4 14 19 12 19S9 18.4 9 17C9 14.6 9.8 12.6 12 12.6Z', color.wine),
  ),
  '🏆': [
    line('M6.4 4.6H2.4C2.2 8.8 4 11.2 7.6 11.6M17.6 4.6H21.6C21.8 8.8 20 11.2 16.4 11.6', 3.6),
    line('M6.4 4.6H2.4C2.2 8.8 4 11.2 7.6 11.6M17.6 4.6H21.6C21.8 8.8 20 11.2 16.4 11.6', 1.6, color.deepGold),
    shape('M9.8 13H14.2L15 18.4H18.2V22.8H5.8V18.4H9Z', color.deepGold),
    shape('M5.8 1.6H18.2C18.6 9.6 16.6 14.6 12 14.6S5.4 9.6 5.8 1.6Z', color.gold),
    line('M8.6 4.4C8.6 7.6 9 9.6 10 11.2', 1.6, color.white),
  ].join(''),
  '🥈': medal(color.silver, 'M9.7 13.3C9.8 10.6 14.3 10.6 14.2 13.4C14.1 15.4 11 16.8 9.7 19H14.5'),
  '🥉': medal(
    color.bronze,
    'M9.7 12.2C10.8 10.9 14.2 11 14 13.2C13.9 14.8 12.6 15.1 11.6 15.1C12.8 15.1 14.4 15.5 14.4 17.2C14.4 19.6 10.8 19.7 9.4 18.3',
  ),
  '🥄': [
    line('M13.2 10.8L3.6 20.4', 4.8),
    line('M13.2 10.8L3.6 20.4', 2.4, color.wood),
    shape(
      'M12 12C9.6 8.8 11.4 4.4 14.6 2.6C17.6 .9 20.6 1.2 21.7 2.3S23.1 6.4 21.4 9.4C19.6 12.6 15.2 14.4 12 12Z',
      color.wood,
    ),
    bare('M13.8 10.2C12.6 8 14 5.4 16.2 4.2C18.2 3.1 20 3.2 20.5 4Z', '#a9672c'),
  ].join(''),
  '🚌': [
    shape('M3.4 3H18.4C20.2 3 21 3.8 21.4 5.6L22.9 12V18.6H1.1V5.2C1.1 3.8 2 3 3.4 3Z', color.gold),
    bare('M3.2 5.8H7.6V11.4H3.2ZM9.6 5.8H14V11.4H9.6ZM16 5.8H19.2L20.6 11.4H16Z', color.glass),
    line('M2 14.6H22', 1.2),
    `<circle cx="6.6" cy="18.8" r="2.7" fill="${color.silver}" stroke-width="2"/>`,
    `<circle cx="17" cy="18.8" r="2.7" fill="${color.silver}" stroke-width="2"/>`,
  ].join(''),
};

/** The pictures that stand for emoji, by emoji: a machine without a font for them would show boxes. */
export function emojiPictures(): readonly (readonly [string, string])[] {
  return Object.entries(drawings).map(([emoji, parts]) => [emoji, picture(parts)]);
}

/** As large as the style sheet of the Matchup shows it in a cell; elsewhere the page says how large. */
function picture(parts: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 24 24"><g stroke="${ink}" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round">${parts}</g></svg>\n`;
}
