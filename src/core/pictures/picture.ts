import { pinnedRow } from '#core/standings.ts';

/** What stands on a picture that somebody shares; how it looks is up to what draws it. */
export interface Picture {
  /** What it shows, for the name of its file: `week-8-recap`. */
  readonly what: string;
  /** The name of the pool. */
  readonly pool: string;
  readonly title: string;
  /** Below the title; may be empty. */
  readonly subtitle: string;
  readonly hero: PictureHero | null;
  /** What the values of the rows are: `Points`; empty if they speak for themselves. */
  readonly unit: string;
  readonly rows: readonly PictureRow[];
  readonly facts: readonly PictureFact[];
  readonly foot: string;
}

/** The largest words of a picture. */
export interface PictureHero {
  readonly label: string;
  readonly text: string;
  readonly note: string;
  /** Whether it names who won. */
  readonly isWin: boolean;
}

export interface PictureRow {
  /** Null in rows without places. */
  readonly rank: number | null;
  /** Whether a place from first to third has a medal. */
  readonly hasMedal: boolean;
  readonly name: string;
  readonly value: string;
  /** What became of a pick; null for anything else, and while its game is not over. */
  readonly mark: 'right' | 'half' | 'wrong' | null;
  readonly isOwn: boolean;
  /** Whether rows between this one and the one above are left out. */
  readonly isApart: boolean;
}

/** A line about the person who shares the picture. */
export interface PictureFact {
  readonly label: string;
  readonly text: string;
  readonly note: string;
}

/** A row without a place, a mark or an owner. */
export const plainRow = { rank: null, hasMedal: false, mark: null, isOwn: false, isApart: false } as const;

/** The number of rows of a table, besides the viewer's own one. */
const TOP = 10;

/** The best rows of a table, and the viewer's best one after them if it is not among them. @param rows best first */
export function topRows<R extends { readonly ownerId: string }>(
  rows: readonly R[],
  viewer: string,
): (R & Pick<PictureRow, 'isOwn' | 'isApart'>)[] {
  const top = rows.slice(0, TOP);
  const own = pinnedRow(rows, viewer);
  const shown = own === undefined || top.includes(own) ? top : [...top, own];
  return withGaps(shown, rows).map((row) => ({ ...row, isOwn: row.ownerId === viewer }));
}

/** Says of some rows of a table whether others between them are left out. @param shown in the order of the table */
export function withGaps<R>(shown: readonly R[], table: readonly R[]): (R & Pick<PictureRow, 'isApart'>)[] {
  const places = shown.map((row) => table.indexOf(row));
  return shown.map((row, at) => ({ ...row, isApart: at > 0 && places[at] !== (places[at - 1] ?? 0) + 1 }));
}

/** The name of a picture's file: `pickem-sunday-crew-week-8-recap.png`. Letters of any script stay. */
export function fileName({ pool, what }: Pick<Picture, 'pool' | 'what'>): string {
  const words =
    `pickem ${pool} ${what}`
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `${words.join('-')}.png`;
}
