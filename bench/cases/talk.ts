/** What the talk of a large pool costs a phone: tasks of its main thread while it is scrolled and while messages arrive. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Player } from '../league.ts';
import { addGames, addPlayers, addPool, withLeague } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import type { BusyPage } from '../phone/busy-page.ts';
import { openBusyPage } from '../phone/busy-page.ts';
import type { Phones } from '../phone/phones.ts';
import { FRAME, lineOf, problemsOf, withPhones } from '../phone/phones.ts';
import { addPlainMessage, drawPlainTalk } from '../phone/plain-talk.ts';

/** Messages that arrive in one round, and the pauses after them, in ms: in the long ones they are marked as read. */
const ARRIVALS = 10;
const SHORT_MS = 400;
const LONG_MS = 1300;
/** A round drags the list down so many times, and up as often. */
const DRAGS = 5;
/** How often a finger moves while it drags, how far each time, in pixels, and how often, in ms. */
const MOVES = 10;
const MOVE_PX = 40;
const MOVE_MS = 16;
/** How long loading all messages may take. */
const LOAD_MS = 60_000;
/** Messages are one minute apart. */
const MINUTE_MS = 60_000;
/** How many rows one statement writes. */
const ROWS = 500;

export async function measureTalk(plan: Plan): Promise<Line[]> {
  const location = await plan.places.make('sqlite');
  const talk = await makeTalk(location, plan);
  return withPhones(location, (phones) => measureTasks(plan, talk, phones));
}

interface Talk {
  readonly poolId: string;
  readonly players: readonly Player[];
  readonly texts: readonly string[];
}

function makeTalk(location: string, { members, messages }: Plan): Promise<Talk> {
  return withLeague(location, async (deps) => {
    const { db } = deps.store;
    const players = await addPlayers(deps, members);
    const poolId = await addPool(deps, players, await addGames(deps, 1, 'Not Started'));
    await db.updateTable('pools').set({ has_talk: 1 }).where('id', '=', poolId).execute();
    const texts = Array.from({ length: messages }, (_, number) => textOf(number, members));
    const first = Date.now() - messages * MINUTE_MS;
    const rows = texts.map((text, number) => {
      const by = playerOf(players, number).userId;
      const at = first + number * MINUTE_MS;
      return { pool_id: poolId, user_id: by, kind: 'said' as const, text, at, once: `message ${number}` };
    });
    for (let from = 0; from < rows.length; from += ROWS) {
      await db
        .insertInto('messages')
        .values(rows.slice(from, from + ROWS))
        .execute();
    }
    return { poolId, players, texts };
  });
}

function playerOf(players: readonly Player[], number: number): Player {
  const player = players[number % players.length];
  if (!player) throw new Error('A talk needs players.');
  return player;
}

/** Between one line and five; every fifth message names somebody. */
function textOf(number: number, members: number): string {
  const named = number % 5 === 0 ? `@Player ${1 + (number % members)} ` : '';
  return `${named}${'the line moved again. '.repeat(1 + (number % 7))}`.trim();
}

async function measureTasks(plan: Plan, talk: Talk, phones: Phones): Promise<Line[]> {
  const { port } = phones;
  const own = await openBusyPage(phones.own, { port, cookie: playerOf(talk.players, 0).cookie, path: '/pool/talk' });
  await own.page.evaluate(loadAll, LOAD_MS);
  const raw = await openBusyPage(phones.raw, null);
  await raw.page.evaluate(drawPlainTalk, talk.texts);
  let said = 0;
  const next = () => ++said;
  const acts: Record<string, readonly [own: () => Promise<void>, raw: () => Promise<void>]> = {
    'messages arrive': [
      () => arriving(() => say(port, talk, next())),
      () => arriving(() => raw.page.evaluate(addPlainMessage, textOf(next(), plan.members))),
    ],
    scrolling: [() => scroll(own.page), () => scroll(raw.page)],
  };
  const lines: Line[] = [];
  for (const [name, [actOwn, actRaw]] of Object.entries(acts)) {
    const tasks: { own: number[]; raw: number[] } = { own: [], raw: [] };
    await actOwn();
    await actRaw();
    for (let round = 0; round < plan.rounds; round += 1) {
      tasks.own.push(...(await own.tasksFor(actOwn)));
      tasks.raw.push(...(await raw.tasksFor(actRaw)));
    }
    lines.push(...(await linesOf(`${plan.messages} messages: ${name}`, tasks, own)));
  }
  return lines;
}

async function linesOf(name: string, { own, raw }: { own: number[]; raw: number[] }, page: BusyPage): Promise<Line[]> {
  const problems = await problemsOf(page);
  const share = (tasks: readonly number[]) => (100 * tasks.filter((task) => task > FRAME.value).length) / tasks.length;
  const shares = [{ own: share(own), raw: share(raw) }];
  const longest = [{ own: Math.max(...own), raw: Math.max(...raw) }];
  return [
    lineOf(`${name}, tasks longer than a frame`, shares, { unit: '%', problems }),
    lineOf(`${name}, longest of ${own.length} tasks`, longest, { aim: FRAME, problems }),
  ];
}

/** Runs in the page: scrolls up to the first message, and back to the last. @throws where that takes too long */
async function loadAll(ms: number): Promise<void> {
  const log = document.querySelector('[role=log]');
  if (!log) throw new Error('The page shows no talk.');
  const over = performance.now() + ms;
  const until = async (isDone: () => boolean, top: () => number) => {
    while (!isDone()) {
      if (performance.now() > over) throw new Error(`The talk is still at: ${log.textContent.slice(0, 80)}`);
      log.scrollTop = top();
      await new Promise(requestAnimationFrame);
    }
  };
  await until(
    () => log.textContent.includes('This is where the talk begins.'),
    () => 0,
  );
  await until(
    () => log.scrollHeight - log.clientHeight - log.scrollTop <= 1,
    () => log.scrollHeight,
  );
}

/** Scrolls with a finger toward older messages, and back. */
async function scroll(page: Page): Promise<void> {
  const box = await page.getByRole('log').boundingBox();
  if (!box) throw new Error('There is no list to scroll.');
  const session = await page.context().newCDPSession(page);
  const [x, top] = [box.x + box.width / 2, box.y + 20];
  const bottom = top + MOVES * MOVE_PX;
  for (let drag = 0; drag < 2 * DRAGS; drag += 1) {
    const [from, step] = drag < DRAGS ? [top, MOVE_PX] : [bottom, -MOVE_PX];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: from }] });
    for (let move = 1; move <= MOVES; move += 1) {
      const touchPoints = [{ x, y: from + move * step }];
      await Promise.all([session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints }), pause(MOVE_MS)]);
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  await session.detach();
}

async function arriving(arrive: () => Promise<void>): Promise<void> {
  for (let number = 1; number <= ARRIVALS; number += 1) {
    await arrive();
    await pause(number % 5 === 0 ? LONG_MS : SHORT_MS);
  }
}

/** Somebody else than the one who looks says something. */
async function say(port: number, { poolId, players }: Talk, number: number): Promise<void> {
  const others = players.slice(1);
  const { cookie } = playerOf(others, number);
  const text = textOf(number, players.length);
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie };
  const request = { method: 'POST', headers, body: JSON.stringify({ text, key: crypto.randomUUID() }) };
  const answer = await fetch(`http://127.0.0.1:${port}/api/pools/${poolId}/talk`, request);
  if (!answer.ok) throw new Error(`A message was refused with ${answer.status}: ${await answer.text()}`);
}
