import { easternDate } from '#core/eastern-time.ts';
import { homeEdge, LARGEST_LINE, median, toHalfPoints } from '#core/source-lines.ts';
import { readTeam } from '#core/team-names.ts';
import { at, listOf, numberOf, textOf } from '../json.ts';
import type { FeedProblem, ProblemKind } from '../problems.ts';
import { reporterFor, shown } from '../problems.ts';
import { readText } from '../read-text.ts';
import type { LinesAnswer, LinesClient, SourceLine } from './source.ts';
import { MOST_PROBLEMS } from './source.ts';

/** How The Odds API is named in problems. The address is not shown: it contains the key. */
const WHERE = 'The Odds API';
const PATH = '/v4/sports/americanfootball_nfl/odds/';
const MARKETS = { regions: 'us', markets: 'spreads,h2h', oddsFormat: 'american', dateFormat: 'iso' } as const;
const TIMEOUT_MS = 15_000;
const LONGEST_BODY = 8 * 1024 * 1024;
/** Fewer remaining calls than this are reported. One request with two markets counts as two. */
const FEW_CALLS = 50;

export interface OddsApiOptions {
  readonly url: URL;
  readonly key: string;
  /** ms */
  readonly timeoutMs?: number;
}

/** Asks The Odds API, version 4, for the games of the NFL: https://the-odds-api.com/liveapi/guides/v4/. */
export function oddsApiClient({ url, key, timeoutMs = TIMEOUT_MS }: OddsApiOptions): LinesClient {
  const address = new URL(PATH, url);
  address.search = new URLSearchParams({ apiKey: key, ...MARKETS }).toString();
  return {
    source: 'odds-api',
    host: url.host,
    ask: async (signal) => {
      const time = AbortSignal.timeout(timeoutMs);
      try {
        // A redirect could hand the key to another host.
        const response = await fetch(address, {
          headers: { accept: 'application/json' },
          redirect: 'manual',
          signal: signal ? AbortSignal.any([time, signal]) : time,
        });
        return await read(response);
      } catch {
        return time.aborted
          ? failed('timeout', `no answer within ${timeoutMs} ms`)
          : failed('unreachable', 'no connection');
      }
    },
  };
}

async function read(response: Response): Promise<LinesAnswer> {
  const { status, headers, ok } = response;
  if (!ok) {
    // It is not shown: it may repeat the key.
    await response.body?.cancel();
    return failed('refused', refusals[status] ?? `status ${status}`);
  }
  const text = await readText(response, LONGEST_BODY);
  if (text === null) return failed('too_large', `more than ${LONGEST_BODY} characters`);
  const answer = parseOdds(parseJson(text));
  const left = headers.get('x-requests-remaining');
  if (left === null || !(Number(left) < FEW_CALLS)) return answer;
  const few: FeedProblem = { kind: 'few_calls_left', where: WHERE, detail: `${Number(left)} are left this month.` };
  return { ...answer, problems: [few, ...answer.problems] };
}

const refusals: Readonly<Record<number, string>> = {
  401: 'status 401: the key is wrong, or its calls are used up',
  429: 'status 429: too many calls at once',
};

function failed(kind: ProblemKind, detail: string): LinesAnswer {
  return { lines: null, problems: [{ kind, where: WHERE, detail }] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses an answer. Events that are not understood are reported and left out. */
export function parseOdds(body: unknown): LinesAnswer {
  if (!Array.isArray(body)) return failed('not_json', 'The answer is no list of games.');
  const problems: FeedProblem[] = [];
  const lines = body.flatMap((event) => parseEvent(event, problems) ?? []);
  return { lines, problems: problems.slice(0, MOST_PROBLEMS) };
}

function parseEvent(event: unknown, problems: FeedProblem[]): SourceLine | null {
  const [homeName, awayName] = [textOf(at(event, 'home_team')), textOf(at(event, 'away_team'))];
  const report = reporterFor(problems, `${WHERE}, ${shown(awayName)} at ${shown(homeName)}`);
  const kickoff = Date.parse(textOf(at(event, 'commence_time')) ?? '');
  if (homeName === null || awayName === null) return report('unknown_team', 'A game has no teams.');
  const [home, away] = [readTeam(homeName), readTeam(awayName)];
  if (home.abbr === null) return report('unknown_team', home.problem);
  if (away.abbr === null) return report('unknown_team', away.problem);
  if (Number.isNaN(kickoff)) return report('bad_date', `${shown(at(event, 'commence_time'))} is not a time.`);
  const bookmakers = listOf(at(event, 'bookmakers'));
  const quoteOf = (bookmaker: unknown, market: string, name: string, field: 'point' | 'price') => {
    const quoted = listOf(at(bookmaker, 'markets')).find((each) => at(each, 'key') === market);
    return numberOf(
      at(
        listOf(at(quoted, 'outcomes')).find((each) => at(each, 'name') === name),
        field,
      ),
    );
  };
  const spreads = bookmakers.flatMap((each) => {
    const [point, other] = [quoteOf(each, 'spreads', homeName, 'point'), quoteOf(each, 'spreads', awayName, 'point')];
    if (point === null) return [];
    if (Math.abs(point) <= LARGEST_LINE && (other === null || point + other === 0)) return [-point];
    return report('bad_line', `${shown(point)} and ${shown(other)} are not a line.`) ?? [];
  });
  const edges = bookmakers.flatMap((each) => {
    const prices = [quoteOf(each, 'h2h', homeName, 'price'), quoteOf(each, 'h2h', awayName, 'price')] as const;
    return homeEdge(prices[0] ?? Number.NaN, prices[1] ?? Number.NaN) ?? [];
  });
  const middle = median(spreads);
  const spread = middle === null ? null : toHalfPoints(middle);
  return { home: home.abbr, away: away.abbr, day: easternDate(kickoff), spread, edge: median(edges) };
}
