/**
 * The scores of players in a week, by outcome of its last games: a key for each player and outcome; the highest key wins. A key is the
 * player's score plus what each game adds for the side that wins it. So it is the sum of two tables, one for the first half of the games
 * and one for the second; with 16 unfinished games each has 256 entries. Outcomes are numbers: bit g is set if game g goes to the home
 * side.
 */
export interface Race {
  readonly players: number;
  readonly games: number;
  /** By player: the key without the unfinished games. */
  readonly base: Int32Array;
  /** By player, game, side: the gain of the key if the away side wins (index 0), or the home side (1). */
  readonly gain: Int32Array;
  /** The lowest key that can win. */
  readonly least: number;
}

/** The best keys of each outcome. */
export interface Tops {
  /** The winning key; `least` if nobody wins. */
  readonly best: Int32Array;
  /** How many players have it. */
  readonly count: Uint32Array;
  /** The lowest winning key of each stretch of outcomes: a player whose keys stay below it there can be skipped. */
  readonly floor: Int32Array;
}

/** More games than any week has left; the outcomes of more would not fit into a page's memory. */
const MOST_GAMES = 20;

/** Outcomes that differ in this many games form a stretch and are examined together. */
const STRETCH_GAMES = 4;

/** The keys of one player at a time. */
interface Keys {
  /** By outcome of the first games. */
  readonly low: Int32Array;
  /** By outcome of the others, with the base. */
  readonly high: Int32Array;
  /** The highest key of each stretch of the first table. */
  readonly peaks: Int32Array;
  /** How many entries a stretch has. */
  readonly stretch: number;
}

/** @throws RangeError for more than 20 games */
export function findTops(race: Race): Tops {
  const { games, least } = race;
  if (games > MOST_GAMES) throw new RangeError(`${games} unfinished games have too many outcomes.`);
  const keys = makeKeys(games);
  const { low, high, peaks, stretch } = keys;
  const best = new Int32Array(2 ** games).fill(least);
  const count = new Uint32Array(2 ** games);
  const floor = new Int32Array(high.length * peaks.length).fill(least);
  for (const player of strongestFirst(race)) {
    fillKeys(keys, race, player);
    for (let h = 0, part = 0, at = 0; h < high.length; h += 1) {
      const rest = high[h] as number;
      for (let s = 0; s < peaks.length; s += 1, part += 1, at += stretch) {
        if (rest + (peaks[s] as number) < (floor[part] as number)) continue;
        let lowest = 0x7fffffff;
        for (let i = 0, l = s * stretch; i < stretch; i += 1) {
          const key = rest + (low[l + i] as number);
          let top = best[at + i] as number;
          if (key > top) {
            best[at + i] = key;
            count[at + i] = 1;
            top = key;
          } else if (key === top) count[at + i] = (count[at + i] as number) + 1;
          if (top < lowest) lowest = top;
        }
        floor[part] = lowest;
      }
    }
  }
  return { best, count, floor };
}

/** How often, and how likely, each player wins. */
export interface Wins {
  /** By player, 0 to 1: the chance to win; players who are level share it equally. */
  readonly chance: Float64Array;
  /** By player: in how many outcomes they win, alone or tied. */
  readonly outcomes: Uint32Array;
}

/** @param share the worth of winning each outcome (`sharesOf`) */
export function countWins(race: Race, { best, floor }: Tops, share: Float64Array): Wins {
  const chance = new Float64Array(race.players);
  const outcomes = new Uint32Array(race.players);
  const keys = makeKeys(race.games);
  const { low, high, peaks, stretch } = keys;
  for (let player = 0; player < race.players; player += 1) {
    fillKeys(keys, race, player);
    let sum = 0;
    let times = 0;
    for (let h = 0, part = 0, at = 0; h < high.length; h += 1) {
      const rest = high[h] as number;
      for (let s = 0; s < peaks.length; s += 1, part += 1, at += stretch) {
        if (rest + (peaks[s] as number) < (floor[part] as number)) continue;
        for (let i = 0, l = s * stretch; i < stretch; i += 1) {
          if (rest + (low[l + i] as number) === best[at + i]) {
            sum += share[at + i] as number;
            times += 1;
          }
        }
      }
    }
    chance[player] = sum;
    outcomes[player] = times;
  }
  return { chance, outcomes };
}

/**
 * The probability of each outcome, divided among its winners.
 * @param chances by game: the chance that it goes to the home side
 */
export function sharesOf({ count }: Tops, chances: readonly number[]): Float64Array {
  const share = new Float64Array(count.length);
  share[0] = 1;
  for (const [game, chance] of chances.entries()) {
    const size = 1 << game;
    for (let at = 0; at < size; at += 1) {
      const before = share[at] as number;
      share[at + size] = before * chance;
      share[at] = before * (1 - chance);
    }
  }
  for (let at = 0; at < share.length; at += 1) share[at] = (share[at] as number) / Math.max(1, count[at] as number);
  return share;
}

/** Whether each player wins some outcome, alone or tied, if they gain `more` and nobody else does. */
export function canWin(race: Race, tops: Tops, more: Int32Array): boolean[] {
  return Array.from({ length: race.players }, (_, player) => {
    let found = false;
    eachWin(race, tops, player, more[player] as number, () => {
      found = true;
      return false;
    });
    return found;
  });
}

/**
 * Visits the outcomes that a player wins, alone or tied, if they gain `more` and nobody else does.
 * @param visit returns false to end the search
 */
export function eachWin(
  race: Race,
  { best, floor }: Tops,
  player: number,
  more: number,
  visit: (outcome: number) => boolean,
): void {
  const keys = makeKeys(race.games);
  fillKeys(keys, race, player);
  const { low, high, peaks, stretch } = keys;
  for (let h = 0, part = 0, at = 0; h < high.length; h += 1) {
    const rest = (high[h] as number) + more;
    for (let s = 0; s < peaks.length; s += 1, part += 1, at += stretch) {
      if (rest + (peaks[s] as number) < (floor[part] as number)) continue;
      for (let i = 0, l = s * stretch; i < stretch; i += 1) {
        if (rest + (low[l + i] as number) >= (best[at + i] as number) && !visit(at + i)) return;
      }
    }
  }
}

function makeKeys(games: number): Keys {
  const bits = Math.ceil(games / 2);
  const stretch = 2 ** Math.min(STRETCH_GAMES, bits);
  const [low, high] = [new Int32Array(2 ** bits), new Int32Array(2 ** (games - bits))];
  return { low, high, peaks: new Int32Array(low.length / stretch), stretch };
}

function fillKeys({ low, high, peaks, stretch }: Keys, { games, base, gain }: Race, player: number): void {
  const first = player * games * 2;
  fillTable(low, gain, first, 0);
  fillTable(high, gain, first + Math.log2(low.length) * 2, base[player] as number);
  for (let s = 0, l = 0; s < peaks.length; s += 1) {
    let peak = low[l] as number;
    for (let i = 0; i < stretch; i += 1, l += 1) if ((low[l] as number) > peak) peak = low[l] as number;
    peaks[s] = peak;
  }
}

/** @param from where the gains of the table's first game are */
function fillTable(table: Int32Array, gain: Int32Array, from: number, start: number): void {
  table[0] = start;
  for (let size = 1, at = from; size < table.length; size *= 2, at += 2) {
    const away = gain[at] as number;
    const home = gain[at + 1] as number;
    for (let entry = 0; entry < size; entry += 1) {
      const before = table[entry] as number;
      table[entry + size] = before + home;
      table[entry] = before + away;
    }
  }
}

/** Players who can have the highest keys come first, so most of the others can be skipped early. */
function strongestFirst({ players, games, base, gain }: Race): number[] {
  const most = Array.from({ length: players }, (_, player) => {
    let key = base[player] as number;
    for (let game = 0, at = player * games * 2; game < games; game += 1, at += 2) {
      key += Math.max(gain[at] as number, gain[at + 1] as number);
    }
    return key;
  });
  return most.map((_, player) => player).sort((a, b) => (most[b] as number) - (most[a] as number));
}
