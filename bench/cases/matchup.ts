/**
 * What one change costs a phone that shows the Matchup of a large pool, its picks or its game day, which is worked out beside the page: work of
 * the page's main thread, in a real browser.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Player } from '../league.ts';
import { addAllPicks, addGames, addPlayers, addPool, gameId, withLeague } from '../league.ts';
import type { Line, Plan, Round } from '../measure.ts';
import type { Work } from '../phone/busy-page.ts';
import { openBusyPage } from '../phone/busy-page.ts';
import type { Phones } from '../phone/phones.ts';
import { FRAME, lineOf, problemsOf, withPhones } from '../phone/phones.ts';
import { drawPlainTable, redrawPlainTable } from '../phone/plain-table.ts';

const WARM_UPS = 4;

export async function measureMatchup(plan: Plan): Promise<Line[]> {
  const location = await plan.places.make('sqlite');
  const league = await makeLeague(location, plan.members);
  return withPhones(location, async (phones) => {
    const lines: Line[] = [];
    for (const view of views) lines.push(...(await measureChanges(plan, league, phones, view)));
    return lines;
  });
}

/** A way to look at a week, and what is there once it is shown. */
interface View {
  readonly name: string;
  readonly path: string;
  readonly shown: string;
}

const views: readonly View[] = [
  { name: '', path: '/matchup', shown: '.matchup tbody th' },
  { name: 'game day, ', path: '/matchup/game-day', shown: '.day-half' },
];

interface League {
  readonly weekId: string;
  readonly admin: Player;
  readonly member: Player;
}

function makeLeague(location: string, members: number): Promise<League> {
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, members);
    const [admin, member] = players;
    const weeks = await addGames(deps, 1, 'In Progress');
    const [weekId] = weeks;
    if (!admin || !member || !weekId) throw new Error('A league for the Matchup needs two players and a week.');
    const poolId = await addPool(deps, players, weeks);
    await addAllPicks(deps, poolId, players, weeks);
    await deps.store.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.userId).execute();
    return { weekId, admin, member };
  });
}

/** Changes of one game, there and back: what the admin says. */
const changes = {
  'one more point': [{ homeScore: 50 }, { homeScore: 51 }],
  'the lead turns': [
    { homeScore: 0, awayScore: 60 },
    { homeScore: 60, awayScore: 0 },
  ],
  'a game is over': [{ status: 'Final' }, { status: 'In Progress' }],
} as const;

async function measureChanges(plan: Plan, league: League, phones: Phones, view: View): Promise<Line[]> {
  const { port } = phones;
  const own = await openBusyPage(phones.own, { port, cookie: league.member.cookie, path: view.path });
  await own.page.locator(view.shown).first().waitFor();
  const raw = await openBusyPage(phones.raw, null);
  await raw.page.evaluate(drawPlainTable, plan.members);
  const lines: Line[] = [];
  for (const [name, edits] of Object.entries(changes)) {
    const rounds: { own: Work; raw: Work }[] = [];
    for (let round = 0; round < plan.rounds + WARM_UPS; round += 1) {
      const edit = edits[round % edits.length] ?? {};
      rounds.push({
        own: await own.workFor(() => say(port, league, edit)),
        raw: await raw.workFor(() => raw.page.evaluate(redrawPlainTable, round)),
      });
    }
    const counted = rounds.slice(WARM_UPS);
    const problems = await problemsOf(own);
    const of = (part: keyof Work): Round[] => counted.map((each) => ({ own: each.own[part], raw: each.raw[part] }));
    lines.push(lineOf(`${plan.members} members: ${view.name}${name}, in all`, of('all'), { problems }));
    lines.push(
      lineOf(`${plan.members} members: ${view.name}${name}, in one piece`, of('longest'), { aim: FRAME, problems }),
    );
  }
  await Promise.all([own.page.close(), raw.page.close()]);
  return lines;
}

async function say(port: number, { weekId, admin }: League, edit: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: admin.cookie };
  const request = { method: 'PATCH', headers, body: JSON.stringify(edit) };
  const answer = await fetch(`http://127.0.0.1:${port}/api/games/${gameId(weekId, 0)}`, request);
  if (!answer.ok) throw new Error(`The score was refused with ${answer.status}: ${await answer.text()}`);
  await pause(0);
}
