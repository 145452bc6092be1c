import type { TopicRef } from '#contract/live.ts';

/** A topic as it was last told: its head and its rows by key, each as the JSON that is sent. */
export interface RowState {
  readonly head: string;
  readonly rows: ReadonlyMap<string, string>;
}

/** What became different from one state of a topic to the next. */
export interface Difference {
  readonly head: string | null;
  readonly set: readonly string[];
  readonly gone: readonly string[];
}

/** Takes a state apart; `key` is the field that tells its rows apart. */
export function toRowState<R extends object>(head: object, rows: readonly R[], key: keyof R): RowState {
  return {
    head: JSON.stringify(head),
    rows: new Map(rows.map((row): [string, string] => [String(row[key]), JSON.stringify(row)])),
  };
}

/** Null where nothing is different. */
export function difference(before: RowState, after: RowState): Difference | null {
  const head = before.head === after.head ? null : after.head;
  const set = [...after.rows].filter(([key, row]) => before.rows.get(key) !== row).map(([, row]) => row);
  const gone = [...before.rows.keys()].filter((key) => !after.rows.has(key));
  return head === null && set.length === 0 && gone.length === 0 ? null : { head, set, gone };
}

/** A `StateMessage` as text. */
export function encodeState(topic: TopicRef, version: number, { head, rows }: RowState): string {
  return `${opening('state', topic, version)},"head":${head},"rows":[${[...rows.values()].join(',')}]}`;
}

/** A `ChangeMessage` as text. */
export function encodeChange(topic: TopicRef, version: number, { head, set, gone }: Difference): string {
  const headPart = head === null ? '' : `,"head":${head}`;
  return `${opening('change', topic, version)}${headPart},"set":[${set.join(',')}],"gone":${JSON.stringify(gone)}}`;
}

function opening(kind: 'state' | 'change', topic: TopicRef, version: number): string {
  return `{"kind":"${kind}","topic":${JSON.stringify(topic)},"version":${version}`;
}
