import type { Person } from './league.ts';
import { personOf } from './league.ts';
import type { AlmanacEntry, AlmanacSeason, League } from './season.ts';

/** The most holders of a record that are named. */
const MAX_HOLDERS = 5;

/** A record of a league, in weeks and seasons that were played here. */
export interface AlmanacRecord {
  kind: RecordKind;
  /** Right picks, their number in a row, won weeks, half points of difference, or the points of a line. */
  value: number;
  /** Only of the best week: how many picks were right or wrong. */
  of?: number;
  /** The earliest first, at most five. */
  holders: Holder[];
  /** How many share the record beyond those. */
  more: number;
}

type RecordKind = 'bestWeek' | 'streak' | 'weekWins' | 'closestFinish' | 'upset';

/** Who holds a record. Weeks and teams are there only in seasons in which the viewer played. */
interface Holder extends Details {
  person: Person;
  /** The name of the entry. */
  name: string;
  year: number;
}

interface Details {
  weekId?: string;
  toWeekId?: string;
  team?: string;
  opponent?: string;
}

/** Something that may be a record. */
interface Feat extends Pick<AlmanacRecord, 'value' | 'of'> {
  readonly season: AlmanacSeason;
  readonly entry: AlmanacEntry;
  /** The week in which it began; it orders the holders. */
  readonly weekId?: string;
  readonly details?: Details;
}

/** The records of a league. @param people present names by id @param own the seasons in which the viewer played */
export function recordsOf(
  league: League,
  people: ReadonlyMap<string, string>,
  own: ReadonlySet<AlmanacSeason>,
): AlmanacRecord[] {
  const holderOf = ({ season, entry, weekId, details }: Feat): Holder => {
    const id = personOf(league, entry.ownerId);
    const seen = own.has(season) && weekId !== undefined && { weekId, ...details };
    return { person: { id, name: people.get(id) ?? id }, name: entry.name, year: season.year, ...seen };
  };
  return (Object.keys(kinds) as RecordKind[]).flatMap((kind) => {
    const { featsOf, compare = mostFirst } = kinds[kind];
    const feats = league.seasons.flatMap((season) => {
      const ofSeason = best(featsOf(season), compare);
      return ofSeason.toSorted((a, b) => weekAt(a) - weekAt(b));
    });
    const [first, ...others] = best(feats, compare);
    if (first === undefined) return [];
    const { value, of } = first;
    const all = [first, ...others];
    const holders = all.slice(0, MAX_HOLDERS).map(holderOf);
    return [{ kind, value, ...(of !== undefined && { of }), holders, more: all.length - holders.length }];
  });
}

interface Kind {
  readonly featsOf: (season: AlmanacSeason) => Feat[];
  /** The better one first; the higher value if there is none. */
  readonly compare?: (a: Feat, b: Feat) => number;
}

const kinds: Readonly<Record<RecordKind, Kind>> = {
  bestWeek: { featsOf: weeksOf, compare: (a, b) => mostFirst(a, b) || (a.of ?? 0) - (b.of ?? 0) },
  streak: { featsOf: streaksOf },
  weekWins: { featsOf: weekWinsOf },
  closestFinish: { featsOf: finishesOf, compare: (a, b) => a.value - b.value },
  upset: { featsOf: upsetsOf },
};

function weeksOf(season: AlmanacSeason): Feat[] {
  if (season.plays === 'season') return [];
  return season.entries.flatMap((entry) =>
    entry.picks.flatMap(({ right, wrong }, at): Feat[] => {
      const weekId = season.weekIds[at];
      return right > 0 && weekId !== undefined ? [{ season, entry, value: right, of: right + wrong, weekId }] : [];
    }),
  );
}

function streaksOf(season: AlmanacSeason): Feat[] {
  return season.entries.flatMap((entry): Feat[] => {
    if (entry.streak === null) return [];
    const { length, fromWeek, toWeek } = entry.streak;
    return [{ season, entry, value: length, weekId: fromWeek, details: { toWeekId: toWeek } }];
  });
}

function weekWinsOf(season: AlmanacSeason): Feat[] {
  const wins = season.entries.map((entry) => ({ season, entry, value: entry.won.filter(Boolean).length }));
  return wins.filter(({ value }) => value > 0);
}

/** The winners of a season that is over, with how much they had more than the entry after the first one. */
function finishesOf(season: AlmanacSeason): Feat[] {
  const [first, second] = season.entries;
  if (!season.isOver || first == null || second == null) return [];
  if (first.totalHalves === null || second.totalHalves === null) return [];
  const value = first.totalHalves - second.totalHalves;
  return season.entries.filter(({ rank }) => rank === 1).map((entry) => ({ season, entry, value }));
}

function upsetsOf(season: AlmanacSeason): Feat[] {
  return season.entries.flatMap((entry): Feat[] => {
    if (entry.upset === null) return [];
    const { line, weekId, team, opponent } = entry.upset;
    return [{ season, entry, value: line, weekId, details: { team, opponent } }];
  });
}

function mostFirst(a: Feat, b: Feat): number {
  return b.value - a.value;
}

/** The best feats, in the order in which they were given. */
function best(feats: readonly Feat[], compare: (a: Feat, b: Feat) => number): Feat[] {
  const top = feats.reduce<Feat | undefined>((top, feat) => (top && compare(top, feat) <= 0 ? top : feat), undefined);
  return top ? feats.filter((feat) => compare(top, feat) === 0) : [];
}

function weekAt({ season, weekId }: Feat): number {
  return weekId === undefined ? 0 : season.weekIds.indexOf(weekId);
}
