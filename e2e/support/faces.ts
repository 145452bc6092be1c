/** The widest common font, included so that the results do not depend on the machine's fonts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { isLong } from '#tests/long.ts';
import { root } from '../../scripts/root.ts';

/**
 * The widest common system font is Verdana, which is not free. DejaVu Sans has almost the same widths; only blanks and punctuation are
 * narrower. At 104 % it is at least as wide as Verdana in 95 of 100 texts of the app. It also replaces the display face, condensed as
 * `styles.css` condenses its fallbacks, of which it is the widest.
 */
const faces = [
  { family: 'Widest', weight: '400', sizeAdjust: '104%', shapes: await shapesOf('400') },
  { family: 'Widest', weight: '700', sizeAdjust: '104%', shapes: await shapesOf('700') },
  { family: 'Oswald', weight: '200 700', sizeAdjust: '84.6%', shapes: await shapesOf('400') },
];
/** The advance of the letter n in the widest font, in thousandths of the font size. */
const LETTER = 659;

async function shapesOf(weight: string): Promise<string> {
  const file = `node_modules/@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`;
  return readFile(join(root, file), 'base64');
}

export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The text size that people choose in their browser, in percent. */
  readonly text: number;
  /** Whether the display face loads. Its fallback is wider. */
  readonly display: boolean;
}

const smallPhone: Look = { name: 'on a small phone, text at 150 %', width: 320, height: 640, text: 150, display: true };

/** The largest text that has to fit on the narrowest phone. */
export const largestText: Look = {
  name: 'on a small phone, text at 200 %',
  width: 320,
  height: 640,
  text: 200,
  display: true,
};

/** The tightest layouts: the narrowest phone, and, in a long run, the narrowest screen with the desktop layout. */
export const tightLayouts: readonly Look[] = isLong
  ? [
      { name: 'on a small phone, without Oswald', width: 320, height: 640, text: 100, display: false },
      smallPhone,
      { name: 'on a tablet', width: 768, height: 1024, text: 100, display: true },
    ]
  : [smallPhone];

/** Enlarges text as the browser's settings do, which also affects media queries in rem. */
export async function setLook(page: Page, session: CDPSession, look: Look): Promise<void> {
  const { width, height, text, display } = look;
  await page.setViewportSize({ width, height });
  const standard = (16 * text) / 100;
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
  await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === px, `${standard}px`);
  await page.evaluate(showDisplayFace, display);
}

/** Runs in the page. */
function showDisplayFace(isShown: boolean): void {
  const { standIn } = window as unknown as { standIn: FontFace };
  if (isShown) document.fonts.delete(standIn);
  else document.fonts.add(standIn);
}

/**
 * From now on the page uses the widest font, and content out of view is laid out, too, until the page is left. The content policy blocks
 * fonts from elsewhere, so the page gets their bytes.
 */
export async function addWidestFont(page: Page): Promise<void> {
  expect(await page.evaluate(addFaces, faces), 'width of the letter n').toBe(LETTER);
}

/** Runs in the page. */
async function addFaces(added: typeof faces): Promise<number> {
  for (const { family, shapes, ...descriptors } of added) {
    const bytes = Uint8Array.from(atob(shapes), (byte) => byte.charCodeAt(0));
    const face = await new FontFace(family, bytes, descriptors).load();
    if (family === 'Widest') document.fonts.add(face);
    else Object.assign(window, { standIn: face });
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { font-family: "Widest" !important } * { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(sheet);
  const letter = document.body.appendChild(document.createElement('span'));
  letter.textContent = 'n';
  letter.style.cssText = 'position: absolute; font-size: 1000px';
  const { width } = letter.getBoundingClientRect();
  letter.remove();
  return Math.round(width);
}
