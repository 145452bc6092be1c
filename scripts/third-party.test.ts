import { describe, expect, it, test } from 'vitest';
import { billOf, noticesOf, packageFolder, readPackage, serverFolders, styleFolders } from './vite/third-party.ts';

describe('The packages of others', () => {
  test.each([
    ['/srv/pickem/node_modules/react/cjs/react.production.js', 'node_modules/react'],
    ['/srv/pickem/node_modules/@tanstack/react-query/build/index.js', 'node_modules/@tanstack/react-query'],
    ['/srv/node_modules/a/node_modules/@b/c/index.js', 'node_modules/a/node_modules/@b/c'],
    ['/srv/pickem/src/web/main.tsx', null],
    ['\0vite/preload-helper.js', null],
  ])('are known by the folder of a module: %s', (id, folder) => {
    expect(packageFolder(id)).toBe(folder);
  });

  it('include those of the style sheets and of the server, and no tool', () => {
    const names = [...styleFolders(), ...serverFolders()].map((folder) => folder.replace(/.*node_modules\//, ''));
    expect(names).toEqual(expect.arrayContaining(['tailwindcss', '@fontsource-variable/oswald', 'fastify', 'pg']));
    expect(names).not.toContain('vitest');
    expect(names.some((name) => name.startsWith('node-linux'))).toBe(false);
  });

  it('are listed with their license, its text, and an address of the registry', () => {
    const packages = ['node_modules/fastify', 'node_modules/@fastify/static'].map(readPackage);
    const notices = noticesOf(packages);
    expect(notices).toMatch(/^fastify [\d.]+, MIT$/m);
    expect(notices).toContain('Permission is hereby granted');
    const { bomFormat, components } = JSON.parse(billOf(packages));
    expect(bomFormat).toBe('CycloneDX');
    expect(components).toMatchObject([
      { name: 'fastify', purl: expect.stringMatching(/^pkg:npm\/fastify@\d/), licenses: [{ license: { id: 'MIT' } }] },
      { name: '@fastify/static', purl: expect.stringMatching(/^pkg:npm\/%40fastify\/static@\d/) },
    ]);
  });
});
