import type { GameReply } from '#contract/shapes.ts';
import { isLive } from '#web/parts/game-status.tsx';
import type { Column } from './cells.ts';

/** The game that a week opens at: the first live one, or else the first that is still to come; undefined once all are over. */
export function openingGame(
  columns: readonly Pick<Column, 'gid'>[],
  games: readonly Pick<GameReply, 'gid' | 'status' | 'void'>[],
): string | undefined {
  const byGid = new Map(games.map((game) => [game.gid, game]));
  const ordered = columns.flatMap(({ gid }) => byGid.get(gid) ?? []);
  const isToCome = (game: (typeof ordered)[number]) => game.status !== 'Final' && game.void === null;
  return (ordered.find(isLive) ?? ordered.find(isToCome))?.gid;
}

/** Scrolls a table sideways, so that a column is the first beside the names. */
export function showBesideNames(scroller: HTMLElement, column: HTMLElement): void {
  const names = scroller.querySelector<HTMLElement>('.name-column');
  if (names) scroller.scrollLeft = column.offsetLeft - names.offsetWidth;
}
