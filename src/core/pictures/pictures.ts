import type { AlmanacYear } from '#core/almanac/almanac.ts';
import { championText } from '#core/almanac/words.ts';
import type { LifeRules } from '#core/formats/survivor/cost.ts';
import { costWords } from '#core/formats/survivor/cost.ts';
import { isOver } from '#core/game.ts';
import { counted, listedNames } from '#core/listed.ts';
import { isLocked } from '#core/locks.ts';
import { ordinal } from '#core/ordinal.ts';
import { tally } from '#core/outcome.ts';
import { pickOf, pickResult } from '#core/picks.ts';
import type { VisibleEntry, VisibleStandings } from '#core/recap/decided-week.ts';
import { stageOf, winnersOf } from '#core/recap/decided-week.ts';
import { recapTitle } from '#core/recap/place.ts';
import type { OwnRecap, WeekRecap } from '#core/recap/recap.ts';
import { listedScores } from '#core/recap/recap.ts';
import type { SurvivorRecap } from '#core/recap/survivor-recap.ts';
import { entryLifeText, fewText, placeText, rightText } from '#core/recap/words.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { formatPoints, halvesOfPoints, pointsText } from '#core/scoring.ts';
import { shortLine } from '#core/short-line.ts';
import { hasLines, shownLine } from '#core/spread.ts';
import { rankRows } from '#core/standings.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { CountedPick, CountedPicks, Game } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';
import type { Picture, PictureFact, PictureRow } from './picture.ts';
import { plainRow, topRows, withGaps } from './picture.ts';

/** A pool on a picture. */
interface OfPool {
  /** The name of the pool. */
  readonly pool: string;
}

interface RecapInput extends OfPool {
  readonly recap: WeekRecap;
  /** The result of the chosen entry; null if it has none. */
  readonly own: OwnRecap | null;
  /** The viewer's entries, by id. */
  readonly mine: ReadonlySet<string>;
  readonly rules: PoolRules;
}

/** The recap of a week that is over or being played: who won it, the scores that the page lists, and what stood out for the viewer. */
export function recapPicture({ pool, recap, own, mine, rules }: RecapInput): Picture {
  const { weekId, stage, best, bestHalves, scores, bestIds } = recap;
  return {
    what: recapTitle(weekId, stage),
    pool,
    title: recapTitle(weekId, stage),
    subtitle: '',
    hero: {
      label: bestLabel(stage === 'decided', best.length),
      text: listedNames(best) || 'Nobody',
      note: best.length > 0 ? `with ${pointsText(bestHalves)}` : '',
      isWin: stage === 'decided' && best.length > 0,
    },
    unit: 'Points',
    rows: withGaps(listedScores(scores, mine), scores).map(({ id, rank, name, halves, isApart }) => ({
      ...plainRow,
      rank,
      name,
      hasMedal: stage === 'decided' && bestIds.includes(id),
      value: formatPoints(halves),
      isOwn: mine.has(id),
      isApart,
    })),
    facts: own === null ? [] : ownFacts(own, rules),
    foot: entriesText(scores.length),
  };
}

function entriesText(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

function bestLabel(isDecided: boolean, count: number): string {
  return `${isDecided ? 'Winner' : 'Leader'}${count > 1 ? 's' : ''}`;
}

function ownFacts(own: OwnRecap, rules: PoolRules): PictureFact[] {
  const { rank, of, bestCall, costliest } = own;
  return [
    { label: 'My week', text: `${ordinal(rank)} of ${of}`, note: placeText(own) },
    ...(bestCall ? [{ label: 'My best call', text: rightText(bestCall, rules), note: fewText(bestCall) }] : []),
    ...(costliest
      ? [
          {
            label: 'My costliest miss',
            text: rightText(costliest, rules),
            note: `Cost ${pointsText(costliest.halves)}.`,
          },
        ]
      : []),
  ];
}

interface SurvivorRecapInput extends OfPool {
  readonly rules: LifeRules;
  readonly weekId: string;
  readonly recap: SurvivorRecap;
  /** Whether the viewer's chosen entry is in the pool. */
  readonly plays: boolean;
}

/** The recap of a survivor pool's week: who is out, who is left, and the teams that cost lives. */
export function survivorRecapPicture({ pool, rules, weekId, recap, plays }: SurvivorRecapInput): Picture {
  const { losses } = costWords(rules);
  const { stage, winners, out, left, before, lost, missed } = recap;
  const isWon = winners.length > 0;
  const causes = [
    ...lost.map(({ team, by }) => ({ name: teamByAbbr(team)?.longName ?? team, by })),
    ...(missed > 0 ? [{ name: 'No team', by: missed }] : []),
  ];
  return {
    what: recapTitle(weekId, stage),
    pool,
    title: recapTitle(weekId, stage),
    subtitle: '',
    hero: {
      label: isWon ? 'Won the pool' : 'Knocked out',
      text: listedNames(isWon ? winners : out) || 'Nobody',
      note: `${left} of ${before} still in`,
      isWin: isWon,
    },
    unit: causes.length > 0 ? losses : '',
    rows: causes.slice(0, 8).map(({ name, by }) => ({ ...plainRow, name, value: `${by}` })),
    facts: [
      ...(causes.length > 0 ? [] : [{ label: losses, text: 'None', note: '' }]),
      ...(plays ? [{ label: 'My week', text: entryLifeText(recap), note: '' }] : []),
    ],
    foot: '',
  };
}

/** A row of the standings that a picture needs. */
export type PicturedEntry = VisibleEntry & { readonly ownerId: string };

interface StandingsInput extends OfPool {
  readonly standings: Omit<VisibleStandings, 'rows'> & { readonly rows: readonly PicturedEntry[] };
  readonly viewer: string;
}

/** The standings of a season: the first ten, and the viewer's own row. */
export function standingsPicture({ pool, standings, viewer }: StandingsInput): Picture {
  const { weeks, finishedWeeks, rows, survivors = [] } = standings;
  const isFinal = survivors.length > 0 || weeks.every((week) => finishedWeeks.includes(week));
  const latest = weeks.findLast((week) => stageOf(week, standings) !== 'coming');
  const isSurvivor = rows.some(({ survival }) => survival !== undefined);
  const alive = rows.filter(({ survival }) => survival !== undefined && survival.lives > 0).length;
  return {
    what: isFinal ? 'final standings' : 'standings',
    pool,
    title: isFinal ? 'Final standings' : 'Standings',
    subtitle: isFinal || latest === undefined ? '' : seasonText(latest, finishedWeeks.includes(latest)),
    hero:
      isSurvivor && !isFinal ? { label: 'Still in', text: `${alive} of ${rows.length}`, note: '', isWin: false } : null,
    unit: isSurvivor ? '' : 'Points',
    rows: topRows(rows, viewer).map(({ rank, name, totalHalves, survival, id, isOwn, isApart }) => ({
      ...plainRow,
      rank,
      name,
      hasMedal: survival === undefined || survivors.includes(id),
      value: survival ? survivalText(survival, survivors.includes(id), survivors.length) : formatPoints(totalHalves),
      isOwn,
      isApart,
    })),
    facts: [],
    foot: entriesText(rows.length),
  };
}

function seasonText(weekId: string, isDecided: boolean): string {
  return isDecided ? `After ${weekName(weekId)}` : recapTitle(weekId, 'running');
}

function livesText(lives: number): string {
  return lives === 1 ? '1 life' : `${lives} lives`;
}

function survivalText(
  { lives, outWeekId }: NonNullable<VisibleEntry['survival']>,
  hasWon: boolean,
  winners: number,
): string {
  if (hasWon) return winners === 1 ? 'Won the pool' : 'Shared the win';
  return outWeekId === null ? livesText(lives) : `Out in ${weekName(outWeekId)}`;
}

/** The standings of one week of a pool with points, by its official scores. @param weekId one with a score */
export function weekStandingsPicture({
  pool,
  standings,
  viewer,
  weekId,
}: StandingsInput & { readonly weekId: string }): Picture {
  const at = standings.weeks.indexOf(weekId);
  const stage = stageOf(weekId, standings);
  const played = standings.rows.flatMap((row) => {
    const halves = row.halves[at] ?? null;
    return halves === null ? [] : [{ id: row.id, name: row.name, ownerId: row.ownerId, halves }];
  });
  const rows = rankRows(played, ({ halves }) => halves);
  const winners = winnersOf(weekId, standings);
  const best = rows.filter(({ id }) => winners.includes(id));
  return {
    what: `${weekName(weekId)} standings`,
    pool,
    title: weekName(weekId),
    subtitle: stage === 'decided' ? 'Standings of the week' : 'So far',
    hero: {
      label: bestLabel(stage === 'decided', best.length),
      text: listedNames(best.map(({ name }) => name)) || 'Nobody',
      note: '',
      isWin: stage === 'decided' && best.length > 0,
    },
    unit: 'Points',
    rows: topRows(rows, viewer).map(({ id, rank, name, halves, isOwn, isApart }) => ({
      ...plainRow,
      rank,
      name,
      hasMedal: stage === 'decided' && winners.includes(id),
      value: formatPoints(halves),
      isOwn,
      isApart,
    })),
    facts: [],
    foot: entriesText(rows.length),
  };
}

interface OwnWeekInput extends OfPool {
  /** The name of the entry. */
  readonly name: string;
  readonly weekId: string;
  /** With the pool's locks. */
  readonly games: readonly Game[];
  readonly picks: CountedPicks;
  readonly rules: PoolRules;
  readonly now: number;
}

/** The picks of one entry for a week. Only of games that are locked: the others are sealed, and so is how many of them are picked. */
export function ownWeekPicture({ pool, name, weekId, games, picks, rules, now }: OwnWeekInput): Picture {
  const locked = games.filter((game) => isLocked(game, now));
  const { correct, split, incorrect } = tally(locked, picks, rules);
  const halves = split > 0 ? `, ${split} half right` : '';
  const left = games.length - locked.length;
  return {
    what: `my ${weekName(weekId)}`,
    pool,
    title: weekName(weekId),
    subtitle: '',
    hero: { label: name, text: `${correct} right, ${incorrect} wrong${halves}`, note: '', isWin: false },
    unit: 'Pick',
    rows: locked.flatMap((game) => pickRow(game, picks, rules) ?? []),
    facts: [],
    foot: left === 0 ? '' : `${counted(left, 'game')} to come`,
  };
}

function pickRow(game: Game, picks: CountedPicks, rules: PoolRules): PictureRow | null {
  const pick = pickOf(picks, game.gid);
  if (pick === undefined) return null;
  const { home, away, homeScore, awayScore } = game;
  const score = isOver(game) ? `${away} ${awayScore}, ${home} ${homeScore}` : `${away} at ${home}`;
  const line = hasLines(rules) ? ` · Line: ${shortLine(game, shownLine(game, rules))}` : '';
  return {
    ...plainRow,
    name: `${score}${line}`,
    value: `${game[pick.side]}${pickNote(pick)}`,
    mark: markOf[pickResult(pick, game, rules)],
  };
}

/** What else there is to say of a pick: `· 12` for its value, `(auto)`. */
function pickNote({ value, auto }: CountedPick): string {
  return `${value === undefined ? '' : ` · ${value}`}${auto ? ' (auto)' : ''}`;
}

const markOf = { correct: 'right', split: 'half', incorrect: 'wrong', pending: null, none: null } as const;

type PicturedYear = Pick<AlmanacYear, 'year' | 'isOver' | 'weeks' | 'table'> & {
  /** Null if the table was typed. */
  readonly pool: { readonly name: string } | null;
};

/** The champions of a year with its final table, or the table of a season that is still played. @param pool whose almanac it is */
export function yearPicture({
  pool,
  year,
  viewer,
}: OfPool & { readonly year: PicturedYear; readonly viewer: string }): Picture {
  const { isOver, table, weeks } = year;
  const first = table.filter(({ place }) => place === 1).length;
  const many = first > 1 ? 's' : '';
  const owned = table.map((row) => ({ ...row, ownerId: row.person }));
  const hasPoints = table.some(({ points }) => points !== null);
  return {
    what: isOver ? `${year.year} champion${many}` : `${year.year} standings`,
    pool: year.pool?.name ?? pool,
    title: `${year.year} ${isOver ? `champion${many}` : 'season'}`,
    subtitle: isOver ? '' : `After ${counted(weeks, 'week')}`,
    hero: isOver ? { label: `Champion${many}`, text: championText(year), note: '', isWin: true } : null,
    unit: hasPoints ? 'Points' : '',
    rows: topRows(owned, viewer).map(({ place, name, points, isOwn, isApart }) => ({
      ...plainRow,
      rank: place,
      name,
      hasMedal: true,
      value: points === null ? '' : formatPoints(halvesOfPoints(points)),
      isOwn,
      isApart,
    })),
    facts: [],
    foot: year.pool === null ? 'Entered by a commissioner' : '',
  };
}
