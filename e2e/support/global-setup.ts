import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { FullConfig, LaunchOptions } from '@playwright/test';
import { chromium } from '@playwright/test';
import { root } from '../../scripts/root.ts';
import { setup } from '../../tests/global-setup.ts';
import { makeDemoImage } from './app.ts';

/** The built web app, a PostgreSQL server and a seeded demo for all tests of the run. */
export default async function globalSetup({ projects }: FullConfig): Promise<() => Promise<void>> {
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('The web app could not be built.');
  const [tearDown, removeDemo, faces] = await Promise.all([
    setup(),
    makeDemoImage(),
    systemFaces(projects[0]?.use.launchOptions),
  ]);
  console.log(faces);
  return async () => {
    await removeDemo();
    await tearDown();
  };
}

/** The system fonts that the browser uses for text: the width of a text depends on them. */
async function systemFaces(launchOptions: LaunchOptions | undefined): Promise<string> {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    const found: string[] = [];
    for (const family of ['system-ui', 'sans-serif']) {
      await page.setContent(`<p style="font-family: ${family}">Pick the winner</p>`);
      await session.send('DOM.enable');
      await session.send('CSS.enable');
      const { root: document } = await session.send('DOM.getDocument');
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: document.nodeId, selector: 'p' });
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      found.push(`${family} is ${fonts.map(({ familyName }) => familyName).join(', ')}`);
    }
    return `Faces of the browser: ${found.join('; ')}.`;
  } finally {
    await browser.close();
  }
}
