import { homeEdge, isPlausibleLine } from '#core/source-lines.ts';
import { canonicalTeam } from '#core/teams.ts';
import type { CsvRow } from '#server/platform/csv.ts';
import { parseCsv } from '#server/platform/csv.ts';
import type { Pages } from '#server/platform/outside.ts';
import type { FeedProblem, ProblemKind } from '../problems.ts';
import { reporterFor, shown } from '../problems.ts';
import type { LinesAnswer, LinesClient, SourceLine } from './source.ts';
import { MOST_PROBLEMS } from './source.ts';

/** In bytes; `games.csv` has 2 MB. A larger file would block the server for seconds. */
const LARGEST_FILE = 4 * 1024 * 1024;
const columns = ['gameday', 'away_team', 'home_team', 'spread_line'] as const;
const moneylines = ['away_moneyline', 'home_moneyline'] as const;
type Column = (typeof columns)[number] | (typeof moneylines)[number];

const refusals: Readonly<Record<string, readonly [ProblemKind, string]>> = {
  bad_address: ['refused', 'The address may not be called: https without a password, and no port below 1024 but 443.'],
  closed_address: ['refused', 'The address is not public.'],
  unknown_name: ['unreachable', 'The name has no address.'],
  unreachable: ['unreachable', 'no connection'],
  no_answer: ['timeout', 'The answer did not come in time, or broke off.'],
  too_large: ['too_large', `more than ${LARGEST_FILE} bytes`],
};

/** Reads the games of nflverse, `games.csv`, at an address of the settings. */
export function nflverseClient(url: URL, pages: Pages): LinesClient {
  const where = `nflverse at ${url.host}`;
  const failed = (kind: ProblemKind, detail: string): LinesAnswer => ({
    lines: null,
    problems: [{ kind, where, detail }],
  });
  return {
    source: 'nflverse',
    host: url.host,
    ask: async (signal) => {
      const page = await pages.get(url.href, LARGEST_FILE, signal);
      if ('failure' in page) return failed(...(refusals[page.failure] ?? ['unreachable', page.failure]));
      if (page.status !== 200) return failed('refused', `status ${page.status}`);
      return parseLines(page.text, where);
    },
  };
}

/** Parses the lines of a file. Rows without a line are kept, so that their games count as known; rows that are not understood are reported. */
export function parseLines(text: string, where: string): LinesAnswer {
  const { rows, flaws } = parseCsv<Column>(text, columns, moneylines);
  const [flaw] = flaws;
  if (flaw) return { lines: null, problems: [{ kind: 'stub', where, detail: flaw.message }] };
  const problems: FeedProblem[] = [];
  const lines = rows.flatMap((row) => parseRow(row, where, problems) ?? []);
  return { lines, problems: problems.slice(0, MOST_PROBLEMS) };
}

function parseRow(row: CsvRow<Column>, where: string, problems: FeedProblem[]): SourceLine | null {
  const [homeCode, awayCode, day, line] = [
    row.get('home_team'),
    row.get('away_team'),
    row.get('gameday'),
    row.get('spread_line'),
  ];
  const report = reporterFor(problems, `${where}, line ${row.line()}`);
  const [home, away] = [canonicalTeam(homeCode), canonicalTeam(awayCode)];
  if (home === null || away === null) {
    return report('unknown_team', `${shown(awayCode)} at ${shown(homeCode)} is no game.`);
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return report('bad_date', `${shown(day)} is not a date.`);
  const spread = line === '' ? null : Number(line) + 0;
  if (spread !== null && !isPlausibleLine(spread)) {
    return report('bad_line', `${shown(line)} is not a line.`);
  }
  const edge = homeEdge(oddsOf(row.get('home_moneyline')), oddsOf(row.get('away_moneyline')));
  return { home, away, day, spread, edge };
}

function oddsOf(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}
