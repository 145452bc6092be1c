import type { SideTableReply } from '#contract/side-tables.ts';
import { traits } from '#core/formats/traits.ts';
import { counted, listedNames } from '#core/listed.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { formatPoints, pointsText } from '#core/scoring.ts';
import { sideTableWords } from '#core/side-tables.ts';
import { pinnedRow } from '#core/standings.ts';
import { weekName } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { prizeText, stateOf } from '#web/parts/side-tables.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FoundNote, MemberSearchField, useMemberSearch } from './member-search.tsx';
import { RankMark } from './rank-mark.tsx';
import './leaderboard.css';

export interface SideTableProps {
  readonly table: SideTableReply;
  readonly format: PoolRules['format'];
}

/** A side table: what it counts, its prize and state, and its standings. */
export function SideTable({ table, format }: SideTableProps) {
  const state = stateOf(table);
  const prize = prizeText(table.cents);
  const won = wonText(table);
  const empty = emptyText(table);
  return (
    <section aria-label={table.name}>
      <div className="mb-4 px-1">
        <h2 className="heading text-xl break-words">
          {table.name} <Badge tone={state.tone}>{state.text}</Badge>
        </h2>
        <p>{sideTableWords(table, format)}</p>
        {prize !== null && <p className="text-ink-soft">{prize}</p>}
        {won !== null && <p className="font-medium break-words">{won}</p>}
      </div>
      {empty === null ? (
        <Ranking table={table} format={format} />
      ) : (
        <Notice icon="trophy" title={empty.title}>
          <p>{empty.text}</p>
        </Notice>
      )}
    </section>
  );
}

/** The ranked list. The best own row stays in view, at the edge that its place is beyond. */
function Ranking({ table: { rows, winners, measure, name }, format }: SideTableProps) {
  const me = useMe();
  const pinned = pinnedRow(rows, me.id);
  const search = useMemberSearch(rows);
  return (
    <div className="max-w-2xl">
      <div className="no-print mb-3">
        <MemberSearchField search={search} />
      </div>
      <ol aria-label={`Ranking of ${name}`} className="leader-list panel overflow-clip">
        {search.shown.map((row) => {
          const isOwn = row.ownerId === me.id;
          const isWinner = winners.includes(row.id);
          return (
            <li
              key={row.id}
              className={`leader-row flex min-h-15 items-center gap-2 py-1 pr-4 pl-1 ${isOwn ? 'own-row' : 'striped-row'} ${row === pinned ? 'pinned-row' : ''}`}
            >
              <RankMark rank={row.rank} medal={isWinner ? 'trophy' : null} isLast={false} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{row.name}</span>
                {(isOwn || isWinner) && (
                  <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
                    {isOwn && <span className="label rounded bg-turf-fill px-1.5 text-white">YOU</span>}
                    {isWinner && 'Winner'}
                  </span>
                )}
              </span>
              <span className="shrink-0 font-display text-lg font-semibold text-amber">
                {valueText(measure, row.value, format)}
              </span>
            </li>
          );
        })}
      </ol>
      <FoundNote search={search} />
    </div>
  );
}

/** What a row counts, with its unit: `12 points`, `3 upsets`, `4 weeks`, `9 right`. */
export function valueText(measure: SideTableReply['measure'], value: number, format: PoolRules['format']): string {
  if (traits[format].plays === 'season')
    return counted(measure === 'right' ? value : Number(formatPoints(value)), 'week');
  switch (measure) {
    case 'points':
    case 'fewest':
      return pointsText(value);
    case 'upsets':
      return counted(value, 'upset');
    case 'weeks':
      return counted(value, 'week');
    case 'right':
      return `${value} right`;
  }
}

/** Who won a table: `Won by Ann and Bob.`; null until it is decided. */
export function wonText({ isDecided, winners, rows }: SideTableReply): string | null {
  if (!isDecided) return null;
  const names = rows.filter(({ id }) => winners.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'Nobody won it.' : `Won by ${listedNames(names)}.`;
}

/** What stands in place of the ranking: nobody plays for it yet, or it has not begun and everybody is level. Null if there is a ranking. */
export function emptyText({
  isFixed,
  isDecided,
  who,
  from,
  measure,
  rows,
}: SideTableReply): { readonly title: string; readonly text: string } | null {
  const isComing = !isFixed && !isDecided;
  const start = `It starts with its first game, in ${weekName(from)} or later.`;
  if (rows.length > 0) {
    return isComing && who.kind === 'all' ? { title: 'Still to come', text: `${start} Everybody plays.` } : null;
  }
  const title = isDecided ? 'Nobody played for it' : 'Nobody is in it yet';
  if (isDecided) return { title, text: 'No player took part in its weeks.' };
  if (who.kind === 'lower') {
    return { title, text: `The lower half of the standings is known once ${weekName(who.week)} is decided.` };
  }
  if (who.kind === 'out') return { title, text: 'Players get in as they go out of the pool.' };
  if (isComing) return { title: 'Still to come', text: start };
  return { title, text: measure === 'fewest' ? 'Make your picks: it lists all who have a pick that counts.' : start };
}
