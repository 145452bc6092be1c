import { normalizeName } from '#core/names.ts';
import type { GameColumns, GridLayout, Layout, ListLayout } from './layout.ts';
import { isOtherHeading, isTotals } from './layout.ts';
import type { NamedGame, SheetContext, SheetReading } from './reading.ts';
import { SheetReader } from './reading.ts';
import type { Lines, SheetTable } from './table.ts';
import { cellText, linesOf } from './table.ts';

/** Reads the picks of a sheet. Each cell that is not empty becomes a label, a pick, ignored with a reason, or a problem. Never throws. */
export function readSheet(table: SheetTable, layout: Layout, context: SheetContext): SheetReading {
  const reader = new SheetReader(layout, table.rows.length, context);
  if (layout.kind === 'list') readList(linesOf(table, false), layout, reader);
  else readGrid(linesOf(table, layout.kind === 'down'), layout, reader);
  return reader.finish();
}

function readList(lines: Lines, layout: ListLayout, reader: SheetReader): void {
  const labels = new Set(indexesOf(layout.game));
  for (const index of [layout.player, layout.entry, layout.season, layout.week]) if (index !== null) labels.add(index);
  const text = (line: number, index: number | null): string => (index === null ? '' : cellText(lines.at(line, index)));
  let above: string | null = null;
  for (let line = 0; line < lines.count; line += 1) {
    const filled = filledOf(lines, line);
    const player = text(line, layout.player);
    const title = titleWeek(lines, line, filled, reader);
    if (line <= layout.header) {
      for (const index of filled) reader.label(...lines.place(line, index));
      continue;
    }
    if (title !== null && filled.length === 1) {
      above = title;
      for (const index of filled) reader.label(...lines.place(line, index));
      continue;
    }
    const why = lineOfNoPick(player);
    const week = text(line, layout.week);
    const weekId = week === '' ? above : reader.weeks.inCell(week, text(line, layout.season));
    for (const index of filled) {
      const [row, column] = lines.place(line, index);
      if (why !== null && (index === layout.pick || index === layout.player)) reader.ignore(row, column, why);
      else if (index === layout.pick)
        readPickOfRow({ lines, line, layout, reader }, { player, week, weekId, entry: text(line, layout.entry) });
      else if (labels.has(index)) reader.label(row, column);
      else reader.ignore(row, column, 'This column is not read.');
    }
  }
}

function lineOfNoPick(player: string): string | null {
  if (player === '') return 'No player in this row.';
  return isTotals(player) ? 'A row of totals.' : null;
}

interface ListRow {
  readonly lines: Lines;
  readonly line: number;
  readonly layout: ListLayout;
  readonly reader: SheetReader;
}

interface RowTexts {
  readonly player: string;
  readonly entry: string;
  readonly week: string;
  readonly weekId: string | null;
}

function readPickOfRow({ lines, line, layout, reader }: ListRow, { week, ...texts }: RowTexts): void {
  const [row, column] = lines.place(line, layout.pick);
  if (week !== '' && texts.weekId === null) {
    reader.problem(row, column, `'${week}' is not a week of this pool.`);
    return;
  }
  const game = gameAt(lines, line, layout.game, reader);
  reader.pick({ row, column, cell: lines.at(line, layout.pick), game, ...texts });
}

function readGrid(lines: Lines, layout: GridLayout, reader: SheetReader): void {
  const players = playersOf(lines, layout);
  const last = layout.entries ?? layout.names;
  let above: string | null = null;
  let week: string | null = null;
  for (let line = 0; line < lines.count; line += 1) {
    const filled = filledOf(lines, line);
    const isHeading = line <= last || isRepeated(lines, line, filled, players, layout);
    const title = isHeading || !hasBody(filled, layout) ? titleWeek(lines, line, filled, reader) : null;
    if (title !== null) {
      above = title;
      week = null;
    }
    if (isHeading || (title !== null && !hasBody(filled, layout))) {
      for (const index of filled) reader.label(...lines.place(line, index));
      continue;
    }
    const weekText = layout.week === null ? '' : cellText(lines.at(line, layout.week));
    const ownWeek = weekText === '' ? null : reader.weeks.inCell(weekText);
    week = ownWeek ?? week;
    const heads = filled.filter((index) => index < layout.first);
    const isTotal = heads.some((index) => isTotals(cellText(lines.at(line, index))));
    const game = gameAt(lines, line, layout.game, reader);
    for (const index of filled) {
      const [row, column] = lines.place(line, index);
      const player = players[index];
      if (index < layout.first) reader.label(row, column);
      else if (isTotal) reader.ignore(row, column, 'Totals, not picks.');
      else if (player === undefined) reader.problem(row, column, 'No player is named for this cell.');
      else if (isOtherHeading(player.player)) reader.ignore(row, column, `'${player.player}' is not a player.`);
      else if (weekText !== '' && ownWeek === null)
        reader.problem(row, column, `'${weekText}' is not a week of this pool.`);
      else reader.pick({ row, column, cell: lines.at(line, index), weekId: week ?? above, game, ...player });
    }
  }
}

interface GridPlayer {
  readonly player: string;
  readonly entry: string;
}

/** The players by index. A blank cell has the name before it, as of merged cells. */
function playersOf(lines: Lines, { names, entries, first }: GridLayout): (GridPlayer | undefined)[] {
  const players: (GridPlayer | undefined)[] = [];
  let player = '';
  for (let index = first; index < lines.width; index += 1) {
    player = cellText(lines.at(names, index)) || player;
    const entry = entries === null ? '' : cellText(lines.at(entries, index));
    if (player !== '') players[index] = { player, entry };
  }
  return players;
}

/** Whether a line repeats the names, as sheets with a table for each week do. */
function isRepeated(
  lines: Lines,
  line: number,
  filled: readonly number[],
  players: readonly (GridPlayer | undefined)[],
  { first }: GridLayout,
): boolean {
  const body = filled.filter((index) => index >= first);
  return (
    body.length > 0 &&
    body.every((index) => {
      const text = normalizeName(cellText(lines.at(line, index)));
      return (
        text === normalizeName(players[index]?.player ?? '') || text === normalizeName(players[index]?.entry ?? '')
      );
    })
  );
}

function hasBody(filled: readonly number[], { first }: GridLayout): boolean {
  return filled.some((index) => index >= first);
}

/** The week that a cell of a title mentions. */
function titleWeek(lines: Lines, line: number, filled: readonly number[], reader: SheetReader): string | null {
  // Rows of picks are not titles, and have many cells.
  for (const index of filled.slice(0, 4)) {
    const weekId = reader.weeks.inTitle(cellText(lines.at(line, index)));
    if (weekId !== null) return weekId;
  }
  return null;
}

function filledOf(lines: Lines, line: number): number[] {
  const filled: number[] = [];
  for (let index = 0; index < lines.width; index += 1) if (cellText(lines.at(line, index)) !== '') filled.push(index);
  return filled;
}

function gameAt(lines: Lines, line: number, game: GameColumns, reader: SheetReader): NamedGame | null {
  if (game.by === 'none') return null;
  if (game.by === 'name') return reader.gameText(cellText(lines.at(line, game.at)));
  return reader.gameOfTeams(cellText(lines.at(line, game.away)), cellText(lines.at(line, game.home)));
}

function indexesOf(game: GameColumns): number[] {
  if (game.by === 'none') return [];
  return game.by === 'name' ? [game.at] : [game.away, game.home];
}
