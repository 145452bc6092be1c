import type { Results } from '#core/team-record.ts';
import { parseRecord, recordText, winPercentage } from '#core/team-record.ts';
import { canonicalTeam } from '#core/teams.ts';
import type { TeamRecord } from '#core/types.ts';
import type { Fields } from './json.ts';
import { at, fieldsOf, listOf, numberOf, shown, textOf } from './json.ts';
import type { FeedProblem, Parsed, Report } from './problems.ts';
import { reporterFor } from './problems.ts';
import { REGULAR_SEASON } from './weeks.ts';

/** Records of the regular season, by our abbreviation of the team. */
export type Records = ReadonlyMap<string, TeamRecord>;

/** The longest season that is believed, in games. */
const MOST_GAMES = 20;

/** Reads the standings of a season, whether they are by conference or by division. */
export function parseRecords(body: unknown, season: number): Parsed<Records> {
  const problems: FeedProblem[] = [];
  const report = reporterFor(problems, `standings ${season}`);
  const tables = tablesIn(body);
  if (tables.length === 0) report('stub', shown(body));
  const records = new Map<string, TeamRecord>();
  for (const table of tables) {
    if (table.season !== season || table.seasonType !== REGULAR_SEASON) {
      report('other_season', `${shown(table.season)}, type ${shown(table.seasonType)}`);
      continue;
    }
    for (const entry of listOf(table.entries)) addEntry(records, fieldsOf(entry), report);
  }
  return { value: records.size > 0 ? records : null, problems };
}

/** Every table of the tree that has entries. */
function tablesIn(node: unknown): Fields[] {
  const { standings, children } = fieldsOf(node);
  const own = fieldsOf(standings);
  const below = listOf(children).flatMap(tablesIn);
  return listOf(own.entries).length > 0 ? [own, ...below] : below;
}

function addEntry(records: Map<string, TeamRecord>, { team, stats }: Fields, report: Report): void {
  const code = textOf(at(team, 'abbreviation')) ?? '';
  const abbr = canonicalTeam(code);
  if (abbr === null) return void report('unknown_team', shown(code));
  const named = (name: string) =>
    listOf(stats)
      .map(fieldsOf)
      .find((stat) => stat.name === name);
  const summary = (name: string) => textOf(named(name)?.summary);
  const counted = ['wins', 'losses', 'ties'].map((name) => numberOf(named(name)?.value));
  const record = recordFrom({ total: summary('overall'), home: summary('Home'), road: summary('Road') }, counted);
  if (record) records.set(abbr, record);
  else report('bad_record', `${abbr}: ${shown([summary('overall'), summary('Home'), summary('Road'), ...counted])}`);
}

/** The three records of a team as `W-L` or `W-L-T`. */
export interface Summaries {
  readonly total: string | null;
  readonly home: string | null;
  readonly road: string | null;
}

/**
 * A team's record from its three summaries.
 * @param counted wins, losses and ties by themselves, null where they are not given: they must say the same
 * @returns null where anything is missing or contradicts the rest
 */
export function recordFrom(summaries: Summaries, counted: readonly (number | null)[]): TeamRecord | null {
  const [total, home, road] = [summaries.total, summaries.home, summaries.road].map((text) => parseRecord(text ?? ''));
  if (!total || !home || !road) return null;
  const figures = [total.wins, total.losses, total.ties];
  if (counted.some((figure, index) => figure !== null && figure !== figures[index])) return null;
  if (played(total) > MOST_GAMES || played(home) + played(road) > played(total)) return null;
  return {
    ...total,
    winPercentage: winPercentage(total),
    homeRecord: recordText(home),
    awayRecord: recordText(road),
    overallRecord: recordText(total),
  };
}

function played({ wins, losses, ties }: Results): number {
  return wins + losses + ties;
}
