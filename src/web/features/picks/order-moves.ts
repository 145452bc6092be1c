/** The games of a week from the highest value down, as the list shows them, and which of them can be moved. */
export interface OrderList {
  readonly gids: readonly string[];
  readonly movable: ReadonlySet<string>;
}

/** The list with a game at another place of it, or at the nearest one that a game can take: those that are locked stay where they are. */
export function movedTo(list: OrderList, gid: string, place: number): readonly string[] {
  const open = list.gids.filter((each) => list.movable.has(each));
  if (!open.includes(gid)) return list.gids;
  const places = list.gids.flatMap((each, at) => (list.movable.has(each) ? [at] : []));
  const nearest = places.reduce((best, each) => (Math.abs(each - place) < Math.abs(best - place) ? each : best));
  const others = open.filter((each) => each !== gid);
  const at = places.indexOf(nearest);
  return withOpen(list, [...others.slice(0, at), gid, ...others.slice(at)]);
}

/** The list with a game so many places of movable games further down; up where it is less than 0. */
export function movedBy(list: OrderList, gid: string, steps: number): readonly string[] {
  const places = list.gids.flatMap((each, at) => (list.movable.has(each) ? [at] : []));
  const at = places.indexOf(list.gids.indexOf(gid)) + steps;
  const place = places[Math.min(Math.max(at, 0), places.length - 1)];
  return place === undefined ? list.gids : movedTo(list, gid, place);
}

/** The list with two games in each other's places. */
export function swapped({ gids, movable }: OrderList, one: string, other: string): readonly string[] {
  if (!movable.has(one) || !movable.has(other)) return gids;
  return gids.map((gid) => (gid === one ? other : gid === other ? one : gid));
}

/** The list with its movable games in another order. */
function withOpen({ gids, movable }: OrderList, open: readonly string[]): readonly string[] {
  let next = 0;
  return gids.map((gid) => (movable.has(gid) ? (open[next++] ?? gid) : gid));
}
