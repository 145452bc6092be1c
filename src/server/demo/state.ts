import { easternDate } from '#core/eastern-time.ts';
import { DEFAULT_SITUATION } from '#core/game.ts';
import { DAY_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';

import type { Ball } from './plays.ts';
import { bell, oneOf, seeded } from './random.ts';
import type { Scene, Script, Stretch, Tempo } from './script.ts';
import { clockAt, drawTempo, GAME_SECONDS, OVERTIME_SECONDS, QUARTER_SECONDS, writeScript } from './script.ts';
import type { DemoGame } from './season.ts';
import { spreadAt } from './spread.ts';

/** The state of a game at a moment. */
export type DemoGameState = Pick<Game, 'status' | 'homeScore' | 'awayScore' | 'situation' | 'weather' | 'spread'>;

interface Course {
  readonly script: Script;
  readonly tempo: Tempo;
  readonly end: Scene;
}

const HALF_TIME_PERIOD = 2;
const OVERTIME_PERIOD = GAME_SECONDS / QUARTER_SECONDS + 1;

/** A forecast is made this long before the kick-off. */
const FORECAST_MS = 6 * DAY_MS;

const roofed = ['ARI', 'ATL', 'DAL', 'DET', 'HOU', 'IND', 'LAC', 'LAR', 'LV', 'MIN', 'NO'];
const warm = ['CAR', 'JAX', 'MIA', 'SF', 'TB', 'TEN'];
/** Usual temperatures in °F from September to January. */
const usual: Readonly<Record<string, number>> = { '09': 72, '10': 60, '11': 48, '12': 38, '01': 33 };
const WARMER = 18;
const FREEZING = 33;

const dry = ['Sunny', 'Mostly sunny', 'Partly cloudy', 'Cloudy', 'Clear', 'Windy'] as const;
const wet = ['Light rain', 'Rain', 'Showers'] as const;
const snowy = ['Snow showers', 'Light snow', 'Snow'] as const;

/** Playing a game costs more than looking at it, and the same games are looked at every few seconds. */
const courses = new WeakMap<DemoGame, Course>();

/** The state of a game at a moment (ms). */
export function demoGameState(game: DemoGame, now: number): DemoGameState {
  const { script, tempo, end } = courseOf(game);
  const general = { weather: weatherAt(game, now), spread: spreadAt(game.spread, now) };
  const elapsed = now - game.kickoff;
  if (elapsed < (tempo[0]?.from ?? 0)) {
    return { ...general, status: 'Not Started', homeScore: 0, awayScore: 0, situation: DEFAULT_SITUATION };
  }
  const stretch = tempo.find(({ to }) => elapsed < to);
  if (!stretch) {
    const situation = end.at > GAME_SECONDS ? 'Final/OT' : 'Final';
    return { ...general, status: 'Final', homeScore: end.home, awayScore: end.away, situation };
  }
  const clock = clockAt(stretch, elapsed);
  const scene = script.findLast(({ at }) => at <= clock) ?? end;
  const situation = situationOf(game, stretch, clock, scene);
  return { ...general, status: 'In Progress', homeScore: scene.home, awayScore: scene.away, situation };
}

/** The moment (ms) at which a game is over. */
export function demoGameEnd(game: DemoGame): number {
  return game.kickoff + (courseOf(game).tempo.at(-1)?.to ?? 0);
}

function courseOf(game: DemoGame): Course {
  const known = courses.get(game);
  if (known) return known;
  const script = writeScript(game.margin, seeded(game.seed, game.gid, 'plays'));
  const end = script.at(-1);
  if (!end) throw new Error(`${game.gid} has no script.`);
  const course = { script, end, tempo: drawTempo(end.at, seeded(game.seed, game.gid, 'tempo')) };
  courses.set(game, course);
  return course;
}

function situationOf(game: DemoGame, { period, clockFrom, clockTo }: Stretch, clock: number, scene: Scene): string {
  if (clockFrom === clockTo) return period === HALF_TIME_PERIOD ? 'Half-time' : `End of Q${period}`;
  const overtime = period === OVERTIME_PERIOD;
  const left = overtime ? GAME_SECONDS + OVERTIME_SECONDS - clock : period * QUARTER_SECONDS - clock;
  const time = `${overtime ? 'OT' : `Q${period}`} ${clockText(left)}`;
  if (scene.scored) return `${time} · ${scene.scored.kind} ${game[scene.scored.side]}`;
  return scene.ball ? `${time} · ${ballText(game, scene.ball)}` : time;
}

function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const ordinals = ['1st', '2nd', '3rd', '4th'];

/** `KC 2nd & 7 at BUF 34` */
function ballText(game: DemoGame, { side, down, toGo, yard }: Ball): string {
  const own = game[side];
  const other = side === 'home' ? game.away : game.home;
  const distance = yard + toGo >= 100 ? 'Goal' : toGo;
  const spot = yard === 50 ? '50' : yard < 50 ? `${own} ${yard}` : `${other} ${100 - yard}`;
  return `${own} ${ordinals[down - 1]} & ${distance} at ${spot}`;
}

/** The weather of a game as a text, such as `48°F Light rain`; empty while there is no forecast. */
function weatherAt(game: Pick<DemoGame, 'gid' | 'home' | 'kickoff' | 'seed'>, now: number): string {
  if (now < game.kickoff - FORECAST_MS) return '';
  if (roofed.includes(game.home)) return 'Indoors';
  const random = seeded(game.seed, game.gid, 'weather');
  const average = (usual[easternDate(game.kickoff).slice(5, 7)] ?? 50) + (warm.includes(game.home) ? WARMER : 0);
  const degrees = Math.round(average + 8 * bell(random));
  const falling = degrees < FREEZING ? snowy : wet;
  return `${degrees}°F ${oneOf(random, random() < 0.25 ? falling : dry)}`;
}
