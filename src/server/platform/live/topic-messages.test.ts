import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangeMessage, StateMessage } from '#contract/live.ts';
import { anyText } from '#tests/core-samples.ts';
import type { RowState } from './hub.ts';
import { difference, encodeChange, encodeState, toRowState } from './hub.ts';

const topic = { kind: 'matchup', poolId: 'p1', weekId: '2026-week1' } as const;

interface Row {
  id: string;
  name: string;
  week: number;
}

const anyRow = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__'),
  name: anyText,
  week: fc.integer({ min: 0, max: 2 }),
});
const anyState = fc.record({
  games: fc.array(fc.constantFrom('g1', 'g2'), { maxLength: 2 }),
  rows: fc.uniqueArray(anyRow, { selector: (row) => row.id }),
});

function stateOf({ games, rows }: { games: string[]; rows: Row[] }): RowState {
  return toRowState({ games }, rows, 'id');
}

/** The value as a page receives it: unpaired surrogates are replaced on both sides. */
function asSent(value: unknown): unknown {
  return JSON.parse(Buffer.from(JSON.stringify(value)).toString());
}

function held(message: StateMessage) {
  return { head: message.head, rows: new Map((message.rows as unknown as Row[]).map((row) => [row.id, row])) };
}

describe('The difference between two states of a topic', () => {
  test('applied to the one before gives the one after, and there is none exactly where they are the same', () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        const [old, now] = [stateOf(before), stateOf(after)];
        const page = held(JSON.parse(encodeState(topic, 1, old)));
        const changed = difference(old, now);
        if (changed) {
          const message: ChangeMessage<'matchup'> = JSON.parse(encodeChange(topic, 2, changed));
          if (message.head) page.head = message.head;
          for (const key of message.gone) page.rows.delete(key);
          for (const row of message.set as unknown as Row[]) page.rows.set(row.id, row);
        }
        const expected = held(JSON.parse(encodeState(topic, 2, now)));
        expect(page).toEqual(expected);
        expect(changed === null).toBe(
          JSON.stringify(before.games) === JSON.stringify(after.games) && sameRows(before.rows, after.rows),
        );
      }),
    );
  });

  function sameRows(before: Row[], after: Row[]): boolean {
    const texts = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();
    return JSON.stringify(texts(before)) === JSON.stringify(texts(after));
  }

  test('sends nothing about unchanged rows', () => {
    const rows = (score: number) => [
      { id: 'a', week: 1 },
      { id: 'b', week: score },
      { id: score === 1 ? 'c' : 'd', week: 0 },
    ];
    const change = difference(toRowState({}, rows(1), 'id'), toRowState({}, rows(2), 'id'));
    expect(change).toEqual({ head: null, set: ['{"id":"b","week":2}', '{"id":"d","week":0}'], gone: ['c'] });
  });

  test('is none if only the order changed: rows are identified by key', () => {
    const [a, b] = [
      { id: 'a', week: 1 },
      { id: 'b', week: 2 },
    ];
    expect(difference(toRowState({}, [a, b], 'id'), toRowState({}, [b, a], 'id'))).toBeNull();
  });
});

describe('A state as a message', () => {
  test('names its topic and version, and brings head and rows as they are', () => {
    fc.assert(
      fc.property(anyState, fc.nat(), (state, version) => {
        const message: unknown = JSON.parse(encodeState(topic, version, stateOf(state)));
        expect(message).toEqual({
          kind: 'state',
          topic,
          version,
          head: { games: state.games },
          rows: asSent(state.rows),
        });
      }),
    );
  });
});

describe('A change as a message', () => {
  test('leaves out a head that stayed', () => {
    const rows = { set: ['{"id":"a"}'], gone: ['b"'] };
    const message = { kind: 'change', topic, version: 7, set: [{ id: 'a' }], gone: ['b"'] };
    expect(JSON.parse(encodeChange(topic, 7, { head: null, ...rows }))).toEqual(message);
    expect(JSON.parse(encodeChange(topic, 7, { head: '{"games":[]}', ...rows }))).toEqual({
      ...message,
      head: { games: [] },
    });
  });
});
