import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../root.ts';

/** A package of others that a running league consists of. */
interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The texts of its license files. */
  readonly notices: readonly string[];
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const NOTICE_FILE = /^(licen[cs]e|copying|notice|copyright|ofl)/i;

/**
 * Lists the packages of others: those in the built files, and those that the server loads. `third-party.txt` has their notices, and
 * `third-party.cdx.json` is a software bill of materials in the form of CycloneDX 1.6.
 */
export function thirdParty(): Plugin {
  return {
    name: 'third-party',
    apply: 'build',
    generateBundle() {
      noteModules(this.getModuleIds());
      const packages = [...new Set([...bundled, ...styleFolders(), ...serverFolders()])].map(readPackage);
      const byName = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]));
      const sorted = [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
      this.emitFile({ type: 'asset', fileName: 'third-party.txt', source: noticesOf(sorted) });
      this.emitFile({ type: 'asset', fileName: 'third-party.cdx.json', source: billOf(sorted) });
    },
  };
}

/** Notes what workers consist of, which are bundled by themselves, before the pages. */
export function thirdPartyOfWorkers(): Plugin {
  return {
    name: 'third-party-of-workers',
    generateBundle() {
      noteModules(this.getModuleIds());
    },
  };
}

/** The folders of the packages in the built files. */
const bundled = new Set<string>();

function noteModules(ids: Iterable<string>): void {
  for (const id of ids) {
    const folder = packageFolder(id);
    if (folder !== null) bundled.add(folder);
  }
}

/** The folder of the package that a module is in, from the root; null if it is one of ours. */
export function packageFolder(moduleId: string): string | null {
  return /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(moduleId)?.[1] ?? null;
}

/** The bundler sees no modules in what style sheets import. */
export function styleFolders(): string[] {
  const styles = readFileSync(join(root, 'src/web/styles.css'), 'utf8');
  const names = [...styles.matchAll(/(?:@import |url\()"((?:@[^/"]+\/)?\w[^/"]*)\//g)];
  return names.map(([, name]) => `node_modules/${name}`);
}

export function serverFolders(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages).flatMap(([folder, { dev, optional }]) =>
    folder === '' || dev || optional || !existsSync(join(root, folder)) ? [] : [folder],
  );
}

export function readPackage(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && NOTICE_FILE.test(entry.name));
  const notices = files.map(({ name: file }) => readFileSync(join(root, folder, file), 'utf8').trim());
  return { name, version, license: String(license), notices };
}

export function noticesOf(packages: readonly Package[]): string {
  const intro = "Pick'em contains these packages of others, under their own terms.";
  const parts = packages.map(({ name, version, license, notices }) =>
    [`${name} ${version}, ${license}`, ...notices].join('\n\n'),
  );
  return `${[intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

export function billOf(packages: readonly Package[]): string {
  const components = packages.map(({ name, version, license }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [/^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
  }));
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }, null, 1)}\n`;
}
