/** System faces that people have, brought along so that the fonts of the machine do not decide what a test sees. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { root } from '../../scripts/root.ts';

interface Face {
  readonly name: string;
  /** The package with its shapes. */
  readonly source: string;
  /** Percent. */
  readonly sizeAdjust: number;
  /** Advance of the letter n, in thousandths of the font size. */
  readonly letter: number;
}

/**
 * Verdana is not free. DejaVu Sans has almost its widths, only blanks and punctuation are narrower: at 104 % it is at least as wide as
 * Verdana in 95 of 100 texts of the app.
 */
const faces: readonly Face[] = [
  { name: 'DejaVu Sans', source: '@fontsource/dejavu-sans', sizeAdjust: 100, letter: 634 },
  { name: "Verdana's widths", source: '@fontsource/dejavu-sans', sizeAdjust: 104, letter: 659 },
];

const faceNames = faces.map(({ name }) => name);

export interface Look {
  readonly name: string;
  /** Size of text that people choose in their browser, in percent. */
  readonly text: number;
  /** Whether the display face arrives. */
  readonly display: boolean;
  readonly faces: readonly string[];
}

export const usualLook: Look = { name: 'as it is', text: 100, display: true, faces: ["Verdana's widths"] };

export const looks: readonly Look[] = [
  usualLook,
  { name: 'without Oswald', text: 100, display: false, faces: ['DejaVu Sans'] },
  { name: 'text at 150 %', text: 150, display: true, faces: ['DejaVu Sans'] },
];

/** The widest of what `styles.css` puts in the place of the display face, narrowed as there. */
const STAND_IN = `@font-face {
  font-family: "Oswald";
  src: url("/test-faces/@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2");
  font-weight: 200 700;
  size-adjust: 84.6%;
}`;

/** Text gets larger as by the settings of the browser, which media queries in rem feel too. */
export async function setLook(page: Page, { text, display }: Look): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const standard = (16 * text) / 100;
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
  await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === px, `${standard}px`);
  await page.evaluate(showDisplayFace, { display, standIn: STAND_IN });
}

/** Runs in the page. The sheet of the faces goes first. */
async function showDisplayFace({ display, standIn }: { display: boolean; standIn: string }): Promise<void> {
  document.adoptedStyleSheets.splice(1);
  if (display) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(standIn);
  document.adoptedStyleSheets.push(sheet);
  await document.fonts.load('600 1rem Oswald');
}

const FOLDER = '/test-faces/';

/** The pages get the files from their own origin, as their content policy wants it. */
export async function serveFaces(page: Page): Promise<void> {
  await page.route(`**${FOLDER}**`, async (route) => {
    const file = new URL(route.request().url()).pathname.replace(FOLDER, 'node_modules/');
    await route.fulfill({ body: await readFile(join(root, file)), contentType: 'font/woff2' });
  });
}

/** From now on `data-face` of the root element chooses the face, and what is out of view is laid out, too, until the page is left. */
export async function addFaces(page: Page): Promise<void> {
  const styles = faces.map(
    ({ name, source, sizeAdjust }) => `
      ${fontFace(name, source, sizeAdjust, 400)}
      ${fontFace(name, source, sizeAdjust, 700)}
      :root[data-face^="${name}"] { font-family: "Test ${name}" }`,
  );
  const drawn = '* { content-visibility: visible !important }';
  const letters = await page.evaluate(measureLetters, { styles: styles.join('') + drawn, names: faceNames });
  expect(letters, 'widths of the letter n').toEqual(faces.map(({ letter }) => letter));
}

function fontFace(face: string, source: string, sizeAdjust: number, weight: number): string {
  const [, name] = source.split('/');
  const file = `${FOLDER}${source}/files/${name}-latin-${weight}-normal.woff2`;
  return `@font-face {
    font-family: "Test ${face}";
    src: url("${file}");
    font-weight: ${weight};
    size-adjust: ${sizeAdjust}%;
  }`;
}

/** Runs in the page. */
async function measureLetters({ styles, names }: { styles: string; names: readonly string[] }): Promise<number[]> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  for (const weight of [400, 700]) {
    await Promise.all(names.map((name) => document.fonts.load(`${weight} 1rem "Test ${name}"`)));
  }
  const letter = document.body.appendChild(document.createElement('span'));
  letter.textContent = 'n';
  letter.style.cssText = 'position: absolute; font-size: 1000px';
  const widths = names.map((name) => {
    document.documentElement.dataset.face = name;
    return Math.round(letter.getBoundingClientRect().width);
  });
  letter.remove();
  return widths;
}
