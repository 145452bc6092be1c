import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/index.ts';
import type { AuditEntry, AuditField, AuditReply } from '#contract/log.ts';
import { SIDE_TABLE } from '#core/announcements.ts';
import { flagText, saysFlag, unnamedActor } from '#core/audit.ts';
import { UNREADABLE } from '#core/audit-details.ts';
import { recordTime } from '#core/kickoff-text.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { isRule, ruleChoices } from '#core/rules/pool-rules.ts';
import { valueWords, wordsOf } from '#core/rules/words.ts';
import { weekName, weeksText } from '#core/weeks.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

interface LogRecordListProps {
  readonly entries: readonly AuditEntry[];
  readonly className?: string;
}

/** The log of what admins did, latest first. */
export function LogRecordList({ entries, className = '' }: LogRecordListProps) {
  return (
    <ol className={`@container ${className}`}>
      {entries.map((entry) => (
        <LogRecord key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function LogRecord({ entry }: { readonly entry: AuditEntry }) {
  const { act, details, lines, about } = recordText(entry);
  return (
    <li className="striped-row gap-x-6 px-4 py-3 @3xl:flex @3xl:justify-between">
      <div className="max-w-[70ch] min-w-0">
        <p className="font-medium break-words">{act}</p>
        {details.length > 0 && <p className="text-sm break-words whitespace-pre-wrap">{details.join(' · ')}</p>}
        {lines.length > 0 && (
          <ul className="text-sm break-words">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft @3xl:w-80 @3xl:shrink-0">
        <span className="min-w-0 break-words empty:hidden">{about.join(' · ')}</span>
        <time dateTime={new Date(entry.at).toISOString()}>{recordTime(entry.at)}</time>
      </p>
    </li>
  );
}

/** A log record in words. */
interface RecordText {
  /** `Sam Okafor set home score 14 → 21` */
  readonly act: string;
  /** Further notes: `reason: phoned in` */
  readonly details: readonly string[];
  /** A line for each game, if it concerned several: `KC @ BUF: home score 14 → 21` */
  readonly lines: readonly string[];
  /** What it concerned, and whether it was imported: `KC @ BUF`, `Week 11`, the pool */
  readonly about: readonly string[];
}

/** Acts that are described by the values they set. */
const actsWithValues: readonly string[] = ['game.edit', 'pool.edit', 'money.plan'];

/** Fields whose values need no label: the announced text, the hook an act concerned, whether an entry plays a week, the year of a final table. */
const plainFields: readonly string[] = ['text', 'hook', 'plays', 'year'];

/** Acts that concern the prize of a week or a side table, or otherwise of the season's places. */
const prizeActs: readonly string[] = ['payout.note', 'payout.undo', 'prize.change'];

/** @param timeZone by default the device's own */
export function recordText(entry: AuditEntry, timeZone?: string): RecordText {
  const { act, words, actor, person, pool, weekId, game } = entry;
  const who = actor?.name ?? unnamedActor(act);
  const texts = (fields: readonly AuditField[], label?: string) =>
    fields
      .filter(({ name }) => name !== 'setByAdmin' && !saysFlag(act, name))
      .map((field) => changeText(field, label, timeZone));
  const changes = texts(entry.fields, game?.label);
  const when = weekId === null ? seasonOf(entry) : weekName(weekId);
  const entryName = entry.entry?.name;
  const isInDetails = entry.fields.some(
    ({ name, before, after }) => name === 'entryName' && (before === entryName || after === entryName),
  );
  const origin = entry.isImported ? 'imported' : undefined;
  const about = [person?.name, isInDetails ? undefined : entryName, game?.label, when, pool?.name, origin];
  const isSetting = actsWithValues.includes(act) && changes.length > 0;
  return {
    act: isSetting ? `${who} set ${changes.join(', ')}` : `${who} ${words}`,
    details: entry.isUnreadable ? [UNREADABLE] : isSetting ? [] : changes,
    lines: entry.lines.map(({ label, fields }) => [label, texts(fields, label).join(', ')].filter(Boolean).join(': ')),
    about: about.filter((text) => text !== undefined),
  };
}

function seasonOf({ act, fields }: AuditEntry): string | undefined {
  const isOfTable = fields.some(({ name }) => name === SIDE_TABLE);
  return prizeActs.includes(act) && !isOfTable ? 'Season' : undefined;
}

function changeText(field: AuditField, game: string | undefined, timeZone: string | undefined): string {
  const { label, before, after } = field;
  if (field.name === 'why') return `reason: ${after}`;
  if (field.name === 'void') return `the game ${after ?? 'as planned'}`;
  if (isRule(field.name)) return ruleText(field.name, field);
  if (field.name === 'players' && typeof after === 'number') return after === 1 ? '1 player' : `${after} players`;
  if (plainFields.includes(field.name)) return String(after ?? before);
  const flag = typeof after === 'boolean' ? flagText(field.name, after) : undefined;
  if (flag !== undefined) return flag;
  const text = (value: AuditField['after']) => valueText(field.name, value, game, timeZone);
  if (before === null) return `${label} ${text(after)}`;
  return `${label} ${text(before)} → ${text(after)}`;
}

/** A change of a rule: `Tie: Nobody gets a point → Both sides are right`. */
export function ruleText(rule: RuleName, { before, after }: Pick<AuditField, 'before' | 'after'>): string {
  const choices: readonly AuditField['after'][] = ruleChoices[rule];
  const text = (value: AuditField['after']) =>
    choices.includes(value) ? valueWords(rule, value as PoolRules[RuleName]) : String(value);
  return `${wordsOf(rule).label}: ${before === null ? '' : `${text(before)} → `}${text(after)}`;
}

/** What a field without a value says. */
const nothingWords: ReadonlyMap<string, string> = new Map([
  ['spread', 'no line'],
  ['is', 'nobody else'],
  ['follows', 'no pool'],
]);

function valueText(name: string, value: AuditField['after'], game: string | undefined, timeZone?: string): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === '') return nothingWords.get(name) ?? 'none';
  if (typeof value === 'number') return /kickoff|At$/.test(name) ? recordTime(value, timeZone) : String(value);
  if (name === 'weeks') return weeksText(value.split(', '));
  const [away, home] = game?.split(' @ ') ?? [];
  if (name === 'side' && value === 'home') return home ?? value;
  if (name === 'side' && value === 'away') return away ?? value;
  return /weekId$/i.test(name) ? weekName(value) : value;
}

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

/** Loads older records, if there are any. */
export function OlderButton({ query }: { readonly query: Pages }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <div className="mt-4 text-center">
      <Refusal text={isFetchNextPageError ? failureText(error) : null} />
      <Button tone="plain" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? 'Loading...' : 'Show older'}
      </Button>
    </div>
  );
}

/** What the log is filtered by. */
export type AuditFilters = Omit<QueryOf<'GET /api/admin/audit'>, 'before' | 'limit'>;

const auditPage = {
  initialPageParam: null as number | null,
  getNextPageParam: (last: AuditReply) => last.next,
  select: ({ pages }: { readonly pages: readonly AuditReply[] }): readonly AuditEntry[] =>
    pages.flatMap(({ entries }) => entries),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching the log' },
} as const;

export function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions({
    ...auditPage,
    queryKey: ['admin', 'audit', filters],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/admin/audit', { query: { ...filters, ...before(pageParam) } }, signal),
  });
}

/** What admins did that affected the viewer's picks and scores. */
export const ownAuditQuery = infiniteQueryOptions({
  ...auditPage,
  queryKey: ['audit', 'mine'],
  queryFn: ({ pageParam, signal }) => call('GET /api/audit/mine', { query: before(pageParam) }, signal),
});

/** The entered picks, corrections and changes of a pool. */
export function poolAuditQuery(poolId: string) {
  return infiniteQueryOptions({
    ...auditPage,
    queryKey: ['pool', poolId, 'log'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/pools/:poolId/log', { params: { poolId }, query: before(pageParam) }, signal),
  });
}

/** What may have affected the scores of an entry in a pool: in one week, or in all. */
export function scoreAuditQuery(poolId: string, entryId: string, weekId: string | null) {
  const filters = { entryId, ...(weekId !== null && { weekId }) };
  return infiniteQueryOptions({
    ...auditPage,
    queryKey: ['pool', poolId, 'log', filters],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/pools/:poolId/log', { params: { poolId }, query: { ...filters, ...before(pageParam) } }, signal),
  });
}

function before(id: number | null): { before?: string } {
  return id === null ? {} : { before: String(id) };
}
