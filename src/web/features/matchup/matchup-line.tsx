import { memo } from 'react';
import type { MatchupRow } from '#contract/standings.ts';
import { choiceOf, isBestLetter } from '#core/pick-letters.ts';
import type { PickResult } from '#core/picks.ts';
import { formatPoints } from '#core/scoring.ts';
import type { MatchupSort } from '#core/standings.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { Column } from './cells.ts';
import { provisionalWeek, sideOf } from './cells.ts';
import type { ConfidenceWeek } from './confidence.ts';
import { possibleWeek } from './confidence.ts';
import type { Thumbs } from './helmet-thumbs.ts';
import { thumbOf } from './helmet-thumbs.ts';

interface MatchupLineProps {
  readonly row: MatchupRow;
  /** Its place in the whole table, from 1; none for the pinned copy. */
  readonly place?: number;
  readonly columns: readonly Column[];
  readonly thumbs: Thumbs;
  readonly confidence: ConfidenceWeek | null;
  /** The column that the table is sorted by. */
  readonly sort: MatchupSort['column'];
  /** Whether it is an entry of the person who looks. */
  readonly isOwn: boolean;
  /** The best of a week that is over. */
  readonly won: boolean;
  /** The copy of the own line that stays in view on phones. */
  readonly pinned?: boolean;
  readonly withBus: boolean;
  /** Opens the picks of this entry, for admins. */
  readonly onName?: ((row: MatchupRow) => void) | undefined;
}

/** Said of a pick that the player did not make. */
const AUTO = 'Auto: not picked';
const SEALED = 'Pick made, sealed until the game locks';

const titles: Readonly<Record<PickResult, string | undefined>> = {
  correct: 'Correct pick',
  incorrect: 'Incorrect pick',
  split: 'Half right',
  pending: 'Pick made - waiting for result',
  none: undefined,
};

/** One entry. Only lines whose data changed are drawn again. */
export const MatchupLine = memo(function MatchupLine(props: MatchupLineProps) {
  const { row, place, columns, thumbs, confidence, sort, pinned = false, won, withBus, onName } = props;
  const provisional = provisionalWeek(row, columns);
  const possible = confidence && possibleWeek(row, columns, confidence);
  return (
    <tr aria-rowindex={place} data-entry={row.id} className={lookOf(props)}>
      <th scope="row" className="name-column text-left">
        {onName ? (
          <button
            type="button"
            aria-haspopup="dialog"
            title={`Enter picks for ${row.name}`}
            onClick={() => onName(row)}
            className="member-name max-w-full text-left underline decoration-dotted underline-offset-4 before:absolute before:inset-0"
          >
            {row.name}
          </button>
        ) : (
          <span className="member-name" title={row.name}>
            {pinned ? 'YOU' : row.name}
          </span>
        )}
        <span className="block text-xs font-normal text-ink-faint md:hidden">
          Wk {formatPoints(row.weekHalves)}
          {provisional !== null && (
            <span className="provisional">
              →{formatPoints(provisional)}
              <span className="sr-only"> (provisional)</span>
            </span>
          )}{' '}
          ·{' '}
          {possible !== null && sort === 'week' ? (
            <span role="img" aria-label={`at most ${formatPoints(possible)}`}>
              ≤{formatPoints(possible)}
            </span>
          ) : (
            `All ${formatPoints(row.overallHalves)}`
          )}
        </span>
      </th>
      {columns.map((column) => pickCell(column, row, thumbs))}
      {withBus && <td className="text-ink-soft">{row.bus?.length ?? 0}</td>}
      <td className={`score text-lg ${confidence ? 'leading-5' : ''}`}>
        <WhyButton text={formatPoints(row.weekHalves)} />
        {won && <Icon name="star" label="Won the week" className="won" />}
        {provisional !== null && (
          <span className="provisional block text-xs">
            now {formatPoints(provisional)}
            <span className="sr-only"> (provisional)</span>
          </span>
        )}
        {possible !== null && (
          <span title="The most that is still possible" className="possible block text-xs">
            max {formatPoints(possible)}
          </span>
        )}
      </td>
      <td className="score text-lg">
        <WhyButton text={formatPoints(row.overallHalves)} />
      </td>
    </tr>
  );
});

/** A score that can be asked about: the table listens for all of them. */
function WhyButton({ text }: { readonly text: string }) {
  return (
    <button type="button" aria-haspopup="dialog" title="Why?" className="why">
      {text}
    </button>
  );
}

/** What a game is worth to a member; crossed out where the game is off. */
function Value({ value, counts }: { readonly value: number; readonly counts: boolean }) {
  const label = counts ? `worth ${value}` : `off, would be worth ${value}`;
  return (
    <span role="img" aria-label={label} title={label} className={counts ? 'value' : 'value off'}>
      {value}
    </span>
  );
}

/** Every other row is shaded by its place in the whole table: those in view come and go. */
function lookOf({ place = 0, isOwn, pinned = false }: MatchupLineProps): string {
  if (pinned) return 'own pinned';
  if (isOwn) return 'own';
  return place % 2 === 0 ? '' : 'shaded';
}

/** As few nodes as will do, there are hundreds in view: the marks come from the style sheet. */
function pickCell(column: Column, row: MatchupRow, thumbs: Thumbs) {
  const { place, gid, results, leading } = column;
  const choice = choiceOf(row.picks[place]);
  const value = row.values?.[place] ?? null;
  const worth = value !== null && <Value value={value} counts={column.counts} />;
  if (choice === 'sealed') {
    return (
      <td key={gid} className="relative">
        <span role="img" aria-label={SEALED} title={SEALED} className="sealed">
          In
        </span>
        {worth}
      </td>
    );
  }
  const side = sideOf(choice, column);
  if (side === null) {
    return (
      <td key={gid} className="relative text-ink-faint">
        – {worth}
      </td>
    );
  }
  const team = column[side];
  const result = results[side];
  const thumb = thumbOf(thumbs, team, side);
  const isAuto = choice === 'auto';
  const title = leading === side ? 'Winning right now' : titles[result];
  return (
    <td
      key={gid}
      title={isAuto ? [AUTO, title].filter(Boolean).join('. ') : title}
      className={`pick ${result} ${worth ? 'valued' : ''} ${leading === side ? 'leading' : ''} ${isAuto ? 'auto' : ''} ${row.bus?.includes(gid) ? 'bus' : ''}`}
    >
      {thumb !== null && <img src={thumb} alt="" width={36} height={32} />}
      {isAuto && <span className="auto-mark">auto</span>}
      {team}
      {worth && <> {worth}</>}
      {isBestLetter(row.picks[place]) && (
        <>
          {' '}
          <span role="img" aria-label="Best bet" className="best-bet">
            ×2
          </span>
        </>
      )}
    </td>
  );
}
