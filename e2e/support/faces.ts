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
 * Verdana in 95 of 100 texts of the app. Arimo has the widths of Liberation Sans, Arial and Helvetica.
 */
const faces: readonly Face[] = [
  { name: 'DejaVu Sans', source: '@fontsource/dejavu-sans', sizeAdjust: 100, letter: 634 },
  { name: "Verdana's widths", source: '@fontsource/dejavu-sans', sizeAdjust: 104, letter: 659 },
  { name: 'Liberation Sans', source: '@fontsource/arimo', sizeAdjust: 100, letter: 556 },
];

export const faceNames = faces.map(({ name }) => name);

const FOLDER = '/test-faces/';

/** The pages get the files from their own origin, as their content policy wants it. */
export async function serveFaces(page: Page): Promise<void> {
  await page.route(`**${FOLDER}**`, async (route) => {
    const file = new URL(route.request().url()).pathname.replace(FOLDER, 'node_modules/');
    await route.fulfill({ body: await readFile(join(root, file)), contentType: 'font/woff2' });
  });
}

/** From now on `data-face` of the root element chooses the face, until the page is left. */
export async function addFaces(page: Page): Promise<void> {
  const styles = faces.map(
    ({ name, source, sizeAdjust }) => `
      ${fontFace(name, source, sizeAdjust, 400)}
      ${fontFace(name, source, sizeAdjust, 700)}
      :root[data-face="${name}"] { font-family: "Test ${name}" }`,
  );
  const letters = await page.evaluate(measureLetters, { styles: styles.join(''), names: faceNames });
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
