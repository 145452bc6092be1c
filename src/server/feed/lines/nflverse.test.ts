import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { OutsideOptions } from '#server/platform/outside.ts';
import { createOutside } from '#server/platform/outside.ts';
import { nflCsv } from '#tests/nfl-data.ts';
import { says } from '#tests/odds-samples.ts';
import type { OutsideServer } from '#tests/outside-server.ts';
import { openOutsideServer, reachesTests } from '#tests/outside-server.ts';
import { nflverseClient, parseLines } from './nflverse.ts';

const HEAD = 'season,week,gameday,away_team,home_team,spread_line,away_moneyline,home_moneyline';
const file = (...rows: string[]) => [HEAD, ...rows, ''].join('\n');

describe('The lines of nflverse', () => {
  test.each<[string, string, object]>([
    ['positive if the home side is favored', '2026,1,2026-09-13,LV,KC,3.5,150,-180', { spread: 3.5, home: 'KC' }],
    ['negative if the away side is', '2026,1,2026-09-13,LV,KC,-7,,', { spread: -7, edge: null }],
    ['not known yet', '2026,1,2026-09-13,LV,KC,,,', { spread: null, edge: null }],
    ['of a team with another code', '2026,1,2026-09-13,OAK,LA,1,,', { away: 'LV', home: 'LAR' }],
  ])('%s', (_, row, line) => {
    expect(parseLines(file(row), 'nflverse')).toMatchObject({ lines: [line], problems: [] });
  });

  test('moneylines favor the same side as lines', () => {
    const [home, away] = ['2026,1,2026-09-13,LV,KC,3.5,150,-180', '2026,1,2026-09-14,DEN,BUF,-3.5,-180,150'];
    const edges = parseLines(file(home, away), 'nflverse').lines?.map(({ edge }) => Math.sign(edge ?? 0));
    expect(edges).toEqual([1, -1]);
  });

  test('the lines of a real season are read as they are', () => {
    const rows = nflCsv('games.csv').filter(({ season }) => season === '2024');
    const text = [
      HEAD,
      ...rows.map((row) => [row.season, row.week, row.gameday, row.away_team, row.home_team, row.spread_line, '', '']),
    ].join('\n');
    const { lines, problems } = parseLines(text, 'nflverse');
    expect(problems).toEqual([]);
    expect(lines?.map(({ spread }) => spread)).toEqual(rows.map(({ spread_line }) => Number(spread_line)));
  });

  test('rows that are not understood are reported and left out', () => {
    const rows = ['2026,1,2026-09-13,XX,KC,3.5,,', '2026,1,9/13/26,LV,KC,3.5,,', '2026,1,2026-09-13,LV,KC,3.7,,'];
    const { lines, problems } = parseLines(file(...rows), 'nflverse');
    expect([lines, problems.map(({ kind }) => kind)]).toEqual([[], ['unknown_team', 'bad_date', 'bad_line']]);
    expect(problems[0]?.where).toBe('nflverse, line 2');
  });
});

describe('Asking for a file of nflverse', () => {
  const servers: OutsideServer[] = [];

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  async function ask(listener: RequestListener, options: OutsideOptions = {}, name = 'hooks.test') {
    const server = await openOutsideServer(listener);
    servers.push(server);
    const url = new URL(`https://${name}:${server.port}/games.csv?token=secret`);
    return nflverseClient(url, createOutside({ ...reachesTests, ...options })).ask();
  }

  const ok = says(file('2026,1,2026-09-13,LV,KC,3.5,150,-180'));

  test('a file at a public address is read', async () => {
    expect(await ask(ok)).toMatchObject({ lines: [{ home: 'KC', away: 'LV', day: '2026-09-13', spread: 3.5 }] });
  });

  test('an address that is not public is not called', async () => {
    const isCalled: string[] = [];
    const note: RequestListener = (request, response) => {
      isCalled.push(request.url ?? '');
      ok(request, response);
    };
    const closed = await ask(note, { isOpen: () => false });
    const local = await ask(note, {}, 'localhost');
    for (const { lines, problems } of [closed, local])
      expect([lines, problems]).toMatchObject([null, [{ kind: 'refused', detail: 'The address is not public.' }]]);
    expect(isCalled).toEqual([]);
  });

  test.each<[string, RequestListener, string]>([
    ['a missing file', says('not found', 404), 'refused'],
    ['a redirect', says('', 302, { location: 'https://hooks.test/elsewhere' }), 'refused'],
    ['a page instead of a file', says('<!doctype html><title>Hello</title>'), 'stub'],
    ['an empty file', says(''), 'stub'],
    ['a file of another sport', says('season,team,goals\n2026,KC,3\n'), 'stub'],
    ['a broken connection', (_, response) => void response.writeHead(200).destroy(), 'timeout'],
  ])('%s gives no lines, and what follows the host is not shown', async (_, listener, kind) => {
    const answer = await ask(listener);
    expect(answer).toMatchObject({ lines: null, problems: [{ kind }] });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  test('a huge file, one without an end and a silent host are given up', async () => {
    const block = Buffer.alloc(1024 * 1024, ' ');
    const huge = await ask((_, response) => {
      response.writeHead(200);
      const more = () => void response.write(block, (error) => error || more());
      more();
    });
    const endless = await ask((_, response) => void response.writeHead(200).write(HEAD), { timeoutMs: 60 });
    const silent = await ask(() => {}, { timeoutMs: 60 });
    expect([huge, endless, silent].map(({ problems }) => problems[0]?.kind)).toEqual([
      'too_large',
      'timeout',
      'timeout',
    ]);
  });
});
