import { canonicalTeam } from '#core/teams.ts';
import type { TeamRecord } from '#core/types.ts';
import { at, fieldsOf, listOf, numberOf, shown, textOf } from './json.ts';
import type { FeedProblem, Parsed, Report } from './problems.ts';
import { reporterFor } from './problems.ts';
import { recordFrom } from './records.ts';

/** ESPN's codes where they are not ours. */
const espnCodes: Readonly<Record<string, string>> = { WAS: 'WSH' };

/** Names the season of a team's body: `…/seasons/2023/teams/22…` */
const SEASON_IN_REF = /\/seasons\/(\d{4})\//;

/** How ESPN writes a team of ours. */
export function espnCode(abbr: string): string {
  return espnCodes[abbr] ?? abbr;
}

/** Reads one team's body. Before a season it still shows the last one: a body that says so is of no use. */
export function parseTeam(body: unknown, abbr: string, season: number): Parsed<TeamRecord> {
  const problems: FeedProblem[] = [];
  const report = reporterFor(problems, `team ${abbr}`);
  const team = fieldsOf(at(body, 'team'));
  const code = textOf(team.abbreviation);
  if (code === null) return { value: report('stub', shown(body)), problems };
  if (canonicalTeam(code) !== abbr) return { value: report('unknown_team', shown(code)), problems };
  const named = SEASON_IN_REF.exec(textOf(at(team, 'franchise', 'team', '$ref')) ?? '')?.[1];
  if (named !== undefined && Number(named) !== season) {
    return { value: report('other_season', `${named} instead of ${season}`), problems };
  }
  return { value: recordOfTeam(team.record, report), problems };
}

function recordOfTeam(record: unknown, report: Report): TeamRecord | null {
  const items = listOf(at(record, 'items')).map(fieldsOf);
  if (items.length === 0) return report('empty', 'It has no record.');
  const item = (type: string) => items.find((each) => each.type === type);
  const summary = (type: string) => textOf(item(type)?.summary);
  const stats = listOf(item('total')?.stats).map(fieldsOf);
  const counted = ['wins', 'losses', 'ties'].map((name) => numberOf(stats.find((stat) => stat.name === name)?.value));
  const summaries = { total: summary('total'), home: summary('home'), road: summary('road') };
  return recordFrom(summaries, counted) ?? report('bad_record', shown([...Object.values(summaries), ...counted]));
}
