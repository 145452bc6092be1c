/** The widest face that people have, brought along so that the fonts of the machine do not decide what a test sees. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { root } from '../../scripts/root.ts';

/**
 * The widest system face that people have: Verdana. It is not free. DejaVu Sans has almost its widths, only blanks and punctuation are
 * narrower: at 104 % it is at least as wide as Verdana in 95 of 100 texts of the app.
 */
const WIDEST = { name: 'Widest', file: '@fontsource/dejavu-sans/files/dejavu-sans-latin', sizeAdjust: 104 };
/** Advance of its letter n, in thousandths of the font size. */
const LETTER = 659;

export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Size of text that people choose in their browser, in percent. */
  readonly text: number;
  /** Whether the display face arrives. What stands in for it is wider. */
  readonly display: boolean;
}

/** Where room is short: the narrowest phone, and the narrowest screen that is laid out as on a desk. */
export const looks: readonly Look[] = [
  { name: 'on a small phone, without Oswald', width: 320, height: 640, text: 100, display: false },
  { name: 'on a small phone, text at 150 %', width: 320, height: 640, text: 150, display: true },
  { name: 'on a tablet', width: 768, height: 1024, text: 100, display: true },
];

/** The widest of what `styles.css` puts in the place of the display face, narrowed as there. */
const STAND_IN = `@font-face {
  font-family: "Oswald";
  src: url("/test-faces/@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2");
  font-weight: 200 700;
  size-adjust: 84.6%;
}`;

/** Text gets larger as by the settings of the browser, which media queries in rem feel too. */
export async function setLook(page: Page, session: CDPSession, look: Look): Promise<void> {
  const { width, height, text, display } = look;
  await page.setViewportSize({ width, height });
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

/** From now on the page has the widest face, and what is out of view is laid out, too, until the page is left. */
export async function addWidestFace(page: Page): Promise<void> {
  const styles = `
    ${[400, 700].map(fontFace).join('')}
    :root { font-family: "${WIDEST.name}" !important }
    * { content-visibility: visible !important }`;
  expect(await page.evaluate(addFace, { styles, name: WIDEST.name }), 'width of the letter n').toBe(LETTER);
}

function fontFace(weight: number): string {
  return `@font-face {
    font-family: "${WIDEST.name}";
    src: url("${FOLDER}${WIDEST.file}-${weight}-normal.woff2");
    font-weight: ${weight};
    size-adjust: ${WIDEST.sizeAdjust}%;
  }`;
}

/** Runs in the page. */
async function addFace({ styles, name }: { styles: string; name: string }): Promise<number> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  await Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 1rem "${name}"`)));
  const letter = document.body.appendChild(document.createElement('span'));
  letter.textContent = 'n';
  letter.style.cssText = 'position: absolute; font-size: 1000px';
  const { width } = letter.getBoundingClientRect();
  letter.remove();
  return Math.round(width);
}
