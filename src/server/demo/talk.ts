import { MINUTE_MS } from '#core/time.ts';
import type { Store } from '#server/store/engine/connect.ts';
import { say, setTalk } from '#server/store/talk.ts';

/** What is said in the demo: by whom, so many minutes before it begins, and what. */
const lines: readonly (readonly [key: string, minutesAgo: number, text: string])[] = [
  ['commissioner', 1560, 'Welcome back, Legends! Same pool, same rules, new excuses.'],
  ['ruth', 1530, 'I pick by the uniforms and I beat half of you last year.'],
  ['tony', 1524, 'You beat ALL of us last year, @Grandma Ruth'],
  ['alex', 1490, 'Trust the favorites. Boring wins.'],
  ['walt', 1465, 'Boring wins, but nobody tells stories about it.'],
  ['jenna', 190, 'Packers. Every week. Do not try to talk me out of it.'],
  ['brenner', 176, 'Defense travels, @Jenna Kowalski. So do upsets.'],
  ['sam', 150, "Don't forget your picks today. Looking at you, @Uncle Walt"],
  ['walt', 141, 'I had one bad week!\nFine. Three bad weeks.'],
  ['priya', 96, 'Injury reports are out: https://www.nfl.com/injuries/'],
  ['commissioner', 35, 'Good luck, everybody. Loser brings the snacks.'],
];

/** Turns the talk of a pool of the demo on, with what its players have said. */
export async function seedTalk(
  store: Store,
  poolId: string,
  userIdOf: (key: string) => string | undefined,
  now: number,
): Promise<void> {
  await setTalk(store, { adminId: userIdOf('commissioner') ?? null, now }, poolId, true);
  for (const [key, minutesAgo, text] of lines) {
    const userId = userIdOf(key);
    if (userId === undefined) continue;
    const speaker = { userId, runsPool: false, now: now - minutesAgo * MINUTE_MS };
    await say(store, speaker, { poolId, text, key: `demo ${minutesAgo}` });
  }
}
