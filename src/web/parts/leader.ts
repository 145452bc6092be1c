import type { LeaderReply } from '#contract/standings.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { LeaderChange, WeekTop } from '#core/leader.ts';
import { LEADER_RECHECK_MS, leaderChange } from '#core/leader.ts';

interface LeaderWatchOptions {
  readonly read: () => Promise<LeaderReply>;
  readonly onChange: (change: LeaderChange, name: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Looks at the top of a week each time one of its games is over. */
export interface LeaderWatcher {
  /** Takes the games as they are now. */
  readonly see: (games: readonly Pick<GameReply, 'gid' | 'status'>[]) => void;
  readonly stop: () => void;
}

/** Reads the top at once, to have something to compare with, and again a little after a game turned Final. */
export function watchLeader({ read, onChange, onError }: LeaderWatchOptions): LeaderWatcher {
  let finals: ReadonlySet<string> | null = null;
  let known: WeekTop | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function compare(): Promise<void> {
    try {
      const top = await read();
      if (stopped) return;
      const change = known && leaderChange(known, top);
      known = top;
      if (change) onChange(change, top.name);
    } catch (error) {
      if (!stopped) onError(error);
    }
  }

  void compare();
  return {
    see: (games) => {
      const before = finals;
      finals = new Set(games.filter(({ status }) => status === 'Final').map(({ gid }) => gid));
      const isNews = before !== null && [...finals].some((gid) => !before.has(gid));
      if (!isNews) return;
      clearTimeout(timer);
      timer = setTimeout(compare, LEADER_RECHECK_MS);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
