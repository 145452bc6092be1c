import { describe, expect, test } from 'vitest';
import type { GameProgress, ProgressReport } from './game-progress.ts';
import { NO_PROGRESS, nextProgress, outweighsEnd } from './game-progress.ts';

const final: ProgressReport = { status: 'Final' };

/** `Q3 4:10` as a report of a running game. */
function at(text: string): ProgressReport {
  const [, period = 0, minutes = 0, seconds = 0] = (/^Q(\d) (\d+):(\d+)$/.exec(text) ?? []).map(Number);
  return { status: 'In Progress', clock: { period, secondsLeft: minutes * 60 + seconds } };
}

/** The indexes of the reports that outweigh the end. */
function outweighing(reports: readonly ProgressReport[]): number[] {
  let progress: GameProgress = NO_PROGRESS;
  return reports.flatMap((report, index) => {
    const outweighs = outweighsEnd(progress, report);
    progress = nextProgress(progress, report);
    return outweighs ? [index] : [];
  });
}

describe('A Final of the feed is outweighed', () => {
  test.each<[string, readonly ProgressReport[], readonly number[]]>([
    ['by two later periods', [at('Q2 0:00'), final, at('Q3 15:00'), at('Q4 9:00')], [3]],
    ['by two clocks with less time left', [at('Q2 3:00'), final, at('Q2 2:40'), at('Q2 2:10')], [3]],
    ['by a new period that shows as much time left', [at('Q2 15:00'), final, at('Q3 15:00'), at('Q4 15:00')], [3]],
    ['by overtime', [at('Q4 0:00'), final, at('Q5 10:00'), at('Q5 9:30')], [3]],
    ['although it was repeated before', [at('Q2 0:00'), final, final, at('Q3 15:00'), at('Q3 14:30')], [4]],
    ['by two clocks that run, if none was known before', [final, at('Q3 15:00'), at('Q3 14:30')], [2]],
    ['although the clock rests between them', [at('Q2 0:00'), final, at('Q3 9:00'), at('Q3 9:00'), at('Q3 8:30')], [4]],
    ['each time', [at('Q2 0:00'), final, at('Q3 9:00'), at('Q3 8:00'), final, at('Q4 9:00'), at('Q4 8:00')], [3, 6]],
    ['not by one', [at('Q2 0:00'), final, at('Q3 15:00')], []],
    ['not by one twice', [at('Q2 0:00'), final, at('Q3 15:00'), at('Q3 15:00')], []],
    ['not by clocks from before it', [at('Q4 0:20'), final, at('Q4 2:00'), at('Q4 1:30'), at('Q4 0:20')], []],
    ['not by a clock that runs backwards', [at('Q2 0:00'), final, at('Q4 2:00'), at('Q3 2:00'), at('Q4 3:00')], []],
    ['not by two with a Final between', [at('Q2 0:00'), final, at('Q3 15:00'), final, at('Q3 14:00'), final], []],
    [
      'not by reports without a clock',
      [at('Q2 0:00'), final, { status: 'In Progress' }, { status: 'In Progress' }],
      [],
    ],
    ['not by a game that has not begun', [final, { status: 'Not Started' }, { status: 'Not Started' }], []],
    ['not if there was none', [at('Q1 9:00'), at('Q2 8:00'), at('Q3 7:00')], []],
  ])('%s', (_, reports, expected) => {
    expect(outweighing(reports)).toEqual(expected);
  });
});
