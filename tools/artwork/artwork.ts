import { emojiPath } from '#core/emoji.ts';
import { helmetPath, teams } from '#core/teams.ts';
import { sides } from '#core/types.ts';
import { emojiPictures } from './emoji.ts';
import { footerPictures } from './footers/all.ts';
import { helmet } from './helmet.ts';
import { cupLogo, pickLogo } from './logo.ts';

/** Every generated file: its path from the root of the project, and its text. */
export function artwork(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { abbr, colors } of teams) {
    for (const side of sides.toReversed()) {
      files.set(`public${helmetPath(abbr, side)}`, helmet(abbr, side, colors));
    }
  }
  files.set('public/assets/g/logo-1.svg', pickLogo());
  files.set('public/assets/g/logo-2.svg', cupLogo());
  files.set('public/favicon.svg', pickLogo());
  for (const [emoji, svg] of emojiPictures()) {
    files.set(`public${emojiPath(emoji)}`, svg);
  }
  const footers = footerPictures();
  for (const [file, svg] of footers) {
    files.set(`public/assets/g/footers/${file}`, svg);
  }
  files.set('src/web/layout/footers.ts', footerList(footers.map(([file]) => file)));
  return files;
}

function footerList(files: readonly string[]): string {
  return `/** The footer pictures under /assets/g/footers/. Written by tools/artwork/build.ts. */
export const footers: readonly string[] = [
${files.map((file) => `  '${file}',`).join('\n')}
];
`;
}
