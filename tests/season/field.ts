/** The games as they are really played, and a server that reports them in ESPN's format: late, twice, out of order and corrected. */
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { teamAbbrs } from '#core/teams.ts';
import { HOUR } from '#tests/core-samples.ts';
import type { Dice } from '#tests/dice.ts';
import type { EventTraits } from '#tests/espn-samples.ts';
import { aLine, anEvent, aScoreboard, ended, live, postponed } from '#tests/espn-samples.ts';
import { momentOf } from '#tests/messages-season/schedule.ts';

/** Days after Thursday, and Eastern time, of the games of a week. */
const SLOTS = [
  [0, '20:15'],
  [3, '13:00'],
  [3, '13:00'],
  [3, '16:25'],
  [4, '20:15'],
] as const;
const LENGTH = 3.25 * HOUR;

interface Match {
  readonly id: string;
  readonly week: number;
  readonly away: string;
  readonly home: string;
  kickoff: number;
  score: readonly [away: number, home: number];
  isOff: boolean;
  /** The handicap of the home side. */
  spread: number;
}

/** How a request is answered: with the current state, an earlier one, or an error. */
export const answers = ['now', 'now', 'now', 'before', 'failure'] as const;
export type AnswerKind = (typeof answers)[number];

export class Field {
  readonly #dice: Dice;
  readonly #now: () => number;
  readonly #matches: Match[];
  readonly #said = new Map<number, string[]>();
  readonly #server: Server;
  #next: AnswerKind = 'now';
  #isHolding = false;
  #held: (() => void)[] = [];

  /** @param weeks how many weeks are played @param now the league's clock */
  constructor(dice: Dice, weeks: number, now: () => number) {
    [this.#dice, this.#now] = [dice, now];
    this.#matches = Array.from({ length: weeks }, (_, at) => this.#matchesOf(at + 1)).flat();
    this.#server = createServer(({ url }, response) => this.#answer(url ?? '', response));
  }

  #matchesOf(week: number): Match[] {
    return SLOTS.map(([days, time], at) => ({
      id: `${week}0${at}`,
      week,
      away: teamAbbrs[2 * at + week] ?? '',
      home: teamAbbrs[12 + at + SLOTS.length * (week - 1)] ?? '',
      kickoff: momentOf(week, days, time),
      score: this.#drawScore(),
      isOff: false,
      spread: this.#dice.upTo(14) - 7,
    }));
  }

  /** Never a tie, so that a count by hand stays simple. */
  #drawScore(): readonly [number, number] {
    const [less, more] = [this.#dice.upTo(20), 21 + this.#dice.upTo(20)];
    return this.#dice.chance(0.5) ? [less, more] : [more, less];
  }

  async open(): Promise<URL> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    this.release();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** One thing happens to a game. @returns what */
  happen(): string {
    const match = this.#dice.oneOf(this.#matches);
    const { away, home } = match;
    const begun = this.#now() >= match.kickoff;
    const what = this.#dice.oneOf(['off', 'moved', 'corrected', 'line'] as const);
    if (what === 'off') match.isOff = this.#now() < match.kickoff + LENGTH && !match.isOff;
    if (what === 'moved' && !begun) match.kickoff += this.#dice.oneOf([-2, 1, 3, 24]) * HOUR;
    if (what === 'corrected') match.score = this.#drawScore();
    if (what === 'line') match.spread = this.#dice.upTo(14) - 7;
    return `${what}: ${away} at ${home}`;
  }

  /** All that was off is played, and nothing is reported late anymore. */
  finish(): void {
    for (const match of this.#matches) match.isOff = false;
    this.#next = 'now';
    this.release();
  }

  scoreOf(away: string, home: string): readonly [away: number, home: number] {
    const match = this.#matches.find((each) => each.away === away && each.home === home);
    if (match === undefined) throw new Error(`Nobody plays ${away} at ${home}.`);
    return match.score;
  }

  /** How the next request is answered. @param isLate whether the answer waits for `release` */
  answerNext(kind: AnswerKind, isLate: boolean): void {
    [this.#next, this.#isHolding] = [kind, isLate];
  }

  release(): void {
    this.#isHolding = false;
    for (const send of this.#held.splice(0)) send();
  }

  #answer(url: string, response: ServerResponse): void {
    const week = Number(new URL(url, 'http://feed').searchParams.get('week'));
    const said = this.#said.get(week) ?? [];
    this.#said.set(week, said);
    const now = JSON.stringify(this.#scoreboard(week));
    const body = this.#next === 'before' && said.length > 0 ? this.#dice.oneOf(said) : now;
    said.push(now);
    const status = this.#next === 'failure' ? 404 : 200;
    const send = () => void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (this.#isHolding) this.#held.push(send);
    else send();
    [this.#next, this.#isHolding] = ['now', false];
  }

  #scoreboard(week: number): object {
    const events = this.#matches.filter((match) => match.week === week).map((match) => this.#event(match));
    return aScoreboard(events, { week });
  }

  #event(match: Match): object {
    const { id, week, away, home, kickoff, score, spread } = match;
    const date = `${new Date(kickoff).toISOString().slice(0, 16)}Z`;
    const odds = aLine(spread === 0 ? 'EVEN' : `${home} ${spread > 0 ? '+' : ''}${spread}`);
    return anEvent({ id, week, away, home, date, odds, ...this.#progress(match, score) });
  }

  #progress({ isOff, kickoff }: Match, score: readonly [number, number]): EventTraits {
    const sent = [String(score[0]), String(score[1])] as const;
    if (isOff) return postponed;
    if (this.#now() < kickoff) return {};
    return this.#now() < kickoff + LENGTH ? { ...live, score: ['0', sent[1]] } : { ...ended, score: sent };
  }
}
