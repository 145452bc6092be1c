import type { LabReply } from '#contract/standings.ts';
import type { LabResult } from '#core/rules/lab.ts';
import { compareRules } from '#core/rules/lab.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { SideTableTerms } from '#core/side-tables.ts';
import { changedLeaders } from '#core/side-tables.ts';
import type { CountedPick } from '#core/types.ts';

/** The input of the lab. */
export interface LabQuestion {
  readonly season: LabReply;
  readonly rules: PoolRules;
  readonly others: PoolRules;
  readonly sideTables: readonly SideTableTerms[];
}

/** The answer. */
export interface LabAnswer extends LabResult {
  /** The side tables that somebody else would lead, in words. */
  readonly sideTables: readonly string[];
}

const picks: Readonly<Record<string, CountedPick>> = {
  h: { side: 'home', bus: false },
  a: { side: 'away', bus: false },
  H: { side: 'home', bus: false, best: true },
  A: { side: 'away', bus: false, best: true },
  y: { side: 'home', bus: false, auto: true },
  z: { side: 'away', bus: false, auto: true },
};

/** Answers every question in turn, off the main thread. */
addEventListener('message', ({ data }: MessageEvent<LabQuestion>) => {
  postMessage(answer(data) satisfies LabAnswer);
});

function answer({ season, rules, others, sideTables }: LabQuestion): LabAnswer {
  const { weeks, games, entries, totals } = season;
  const picked = entries.map(({ picks: letters, values, ...entry }) => {
    const own = games.flatMap(({ gid }, at) => {
      const pick = picks[letters[at] ?? '-'];
      return pick ? [[gid, { ...pick, value: values?.[at] ?? 0 }] as const] : [];
    });
    return { ...entry, picks: Object.fromEntries(own) };
  });
  const counted = { weekIds: weeks, games, entries: picked, totals };
  return {
    ...compareRules(counted, rules, others),
    sideTables: changedLeaders(sideTables, counted, rules, others),
  };
}
