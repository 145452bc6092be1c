import type { Game } from './types.ts';

/** The zone that every NFL schedule is written in. */
export const EASTERN_ZONE = 'America/New_York';

/** Shown instead of a time of day that is not known yet (decisions, Picks). */
const TBD_TEXT = 'TBD';

/** A kick-off for display: `Sun, Sep 13` and `1:00 PM EDT`. */
export interface KickoffText {
  readonly day: string;
  /** With the zone, or TBD. */
  readonly time: string;
}

const dayStyle: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' };
const timeStyle: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' };

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment (ms since the epoch) in a zone, by default the device's own: `Sun, Sep 13`. */
export function formatDay(ms: number, timeZone?: string): string {
  return format(ms, 'day', dayStyle, timeZone);
}

/** The time of a moment in a zone, by default the device's own, with the zone's name: `1:00 PM EDT` (decisions, Screens). */
export function formatTime(ms: number, timeZone?: string): string {
  return format(ms, 'time', timeStyle, timeZone);
}

/**
 * The day and time of a kick-off in the player's own zone (decisions, Screens). If the time is not known, the day is the Eastern one:
 * midnight in New York is still the day before further west.
 */
export function kickoffText(game: Pick<Game, 'kickoff' | 'timeTbd'>, timeZone?: string): KickoffText {
  if (game.timeTbd) return { day: formatDay(game.kickoff, EASTERN_ZONE), time: TBD_TEXT };
  return { day: formatDay(game.kickoff, timeZone), time: formatTime(game.kickoff, timeZone) };
}

/**
 * The zone in which the times of several kick-offs are shown: `EDT`, or `EDT / EST` in the week that changes clocks. Empty if no time is
 * known.
 */
export function kickoffZones(games: readonly Pick<Game, 'kickoff' | 'timeTbd'>[], timeZone?: string): string {
  const timed = games.filter(({ timeTbd }) => !timeTbd);
  return [...new Set(timed.map(({ kickoff }) => splitZone(formatTime(kickoff, timeZone)).zone))].join(' / ');
}

/** Splits a time into the time of day and the zone. */
export function splitZone(time: string): { readonly clock: string; readonly zone: string } {
  const [hour, half, ...zone] = time.split(' ');
  return { clock: [hour, half].join(' ').trim(), zone: zone.join(' ') };
}

function format(ms: number, name: string, style: Intl.DateTimeFormatOptions, timeZone?: string): string {
  const key = `${name} ${timeZone ?? ''}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { ...style, timeZone });
  formatters.set(key, formatter);
  // Newer engines put a narrow no-break space before AM and PM, older ones a regular space.
  return formatter.format(ms).replace(/\s/g, ' ');
}

/** The time of a record, on the viewer's clock. */
export function recordTime(at: number, timeZone?: string): string {
  return `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}`;
}
