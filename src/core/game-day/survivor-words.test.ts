import { expect, test } from 'vitest';
import type { Game } from '#core/types.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { SurvivorDay, SurvivorDayPlayer } from './survivor.ts';
import { survivorOutlook } from './survivor.ts';
import { fatesText, survivorWords } from './survivor-words.ts';

const over = aFinal(0, 3, { gid: 'g1', home: 'PHI', away: 'DAL' });
const running = aGame({ gid: 'g2', home: 'KC', away: 'BUF', status: 'In Progress' });
const open = aGame({ gid: 'g3', home: 'SF', away: 'SEA', kickoff: SUNDAY_1PM + HOUR });

const day = (players: readonly SurvivorDayPlayer[], games: readonly Game[] = [over, running, open]) => {
  return { weekId: '2026-week1', games, players, fixed: {}, now: SUNDAY_1PM + HOUR / 2 };
};
const won = { id: 'Cy', lives: 1, result: 'won', team: 'PHI' } as const;

test.each<[SurvivorDayPlayer, SurvivorDayPlayer[], string]>([
  [{ id: 'me', lives: 2, result: 'won', team: 'PHI' }, [], 'You stay: You have 2 lives left.'],
  [{ id: 'me', lives: 1, result: 'lost', team: 'DAL' }, [won], 'You stay: You have one life left.'],
  [{ id: 'me', lives: 0, result: 'lost', team: 'DAL' }, [won], 'You go out: That takes your last life.'],
  [
    { id: 'me', lives: 0, result: 'lost', team: 'DAL' },
    [],
    "You go out: So does everybody else who's left, so you share the win.",
  ],
  [
    { id: 'me', lives: 0, result: 'lost', team: 'DAL', buyBack: 'possible' },
    [],
    'You go out: That takes your last life, but you can still be bought back.',
  ],
  [{ id: 'me', lives: 1, result: 'lost', team: 'DAL', buyBack: 'done' }, [won], 'You stay: You have one life left.'],
  [{ id: 'me', lives: 0, result: 'out', team: null }, [won], 'Out: You went out before this week.'],
  [
    { id: 'me', lives: 1, result: 'open', team: 'KC' },
    [won],
    'KC: You stay if KC wins. A loss or a tie takes you out.',
  ],
  [
    { id: 'me', lives: 3, result: 'open', team: 'SEA' },
    [won],
    'SEA: You stay if SEA wins. A loss or a tie leaves you 2 lives.',
  ],
  [{ id: 'me', lives: 1, result: 'open', team: null }, [won], 'No team yet: A week without a team costs a life.'],
])('%j sees what the week does', (me, others, text) => {
  const week = { ...day([me, ...others]), rules: { lives: 3 } as const };
  const words = survivorWords(week, survivorOutlook(week), 'me');
  expect(`${words?.headline}: ${words?.sentence}`).toBe(text);
  expect(survivorWords(week, survivorOutlook(week), 'somebody')).toBeNull();
});

test.each<[SurvivorDayPlayer, string]>([
  [{ id: 'me', lives: 1, result: 'won', team: 'PHI' }, "You stay: You're still in."],
  [{ id: 'me', lives: 0, result: 'lost', team: 'DAL' }, 'You go out: That puts you out.'],
  [{ id: 'me', lives: 1, result: 'open', team: null }, 'No team yet: A week without a team puts you out.'],
  [
    { id: 'me', lives: 1, result: 'open', team: 'KC', second: { result: 'open', team: null } },
    'KC and no team: Each of your two teams that is not safe puts you out, and so does a missing one.',
  ],
])('where players have one life, %j sees nothing of lives', (me, text) => {
  const week = { ...day([me, won]), rules: { lives: 1 } as const };
  const words = survivorWords(week, survivorOutlook(week), 'me');
  expect(`${words?.headline}: ${words?.sentence}`).toBe(text);
});

test.each<[SurvivorDay['rules'], string]>([
  [{ goal: 'lose' }, 'You stay if KC loses. A win or a tie takes you out.'],
  [{ survivorTie: 'wins' }, 'You stay if KC wins or ties. A loss takes you out.'],
  [{ goal: 'lose', survivorTie: 'wins' }, 'You stay if KC loses or ties. A win takes you out.'],
])('with %j a player sees what keeps them in', (rules, text) => {
  const week = { ...day([{ id: 'me', lives: 1, result: 'open', team: 'KC' }, won]), rules };
  expect(survivorWords(week, survivorOutlook(week), 'me')?.sentence).toBe(text);
});

const goOn = { allOut: 'goOn' } as const;
const gone = { id: 'me', lives: 1, result: 'pending', team: 'DAL' } as const;
test.each<[string, SurvivorDayPlayer, SurvivorDayPlayer[], string]>([
  ['all of them are out', gone, [], "You stay: Nobody who's left is safe, so you all go on."],
  [
    'another is still open',
    gone,
    [{ id: 'Cy', lives: 1, result: 'open', team: 'KC' }],
    "Not out yet: You go out, unless nobody who's left is safe.",
  ],
  [
    'their own team still plays',
    { id: 'me', lives: 1, result: 'open', team: 'KC' },
    [],
    "KC: You stay if KC wins. A loss or a tie takes you out, unless nobody who's left is safe.",
  ],
])('where all go on, a player sees what that does if %s', (_, me, others, text) => {
  const week = { ...day([me, ...others]), rules: goOn };
  const words = survivorWords(week, survivorOutlook(week), 'me');
  expect(`${words?.headline}: ${words?.sentence}`).toBe(text);
});

test.each([
  [[], 'nobody has a team here'],
  [['stays'], '1 stays'],
  [['stays', 'stays', 'goes'], '2 stay, Player 2 goes out'],
  [['goes', 'goes', 'open'], 'Player 0 and Player 1 go out, 1 still open'],
  [['goes', 'goes', 'goes'], '3 go out'],
] as const)('%j reads %s', (fates, text) => {
  const standings = fates.map((fate, at) => ({ id: `${at}`, fate, lives: 1 }));
  expect(fatesText(standings, (id) => `Player ${id}`)).toBe(text);
});
