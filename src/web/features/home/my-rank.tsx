import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as WouterLink } from 'wouter';
import type { OwnEntry } from '#contract/entries.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { ordinal } from '#core/ordinal.ts';
import { formatPoints, hasScores } from '#core/scoring.ts';
import { weekShortName } from '#core/weeks.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import type { Live } from '#web/parts/now/use-now.ts';
import { standingsQuery } from '#web/parts/queries.ts';
import { RecapLink } from '#web/parts/recap-link.tsx';
import { Lives } from '#web/parts/survivor/lives.tsx';
import type { Win } from '#web/parts/survivor/win.ts';
import { winOf, winText } from '#web/parts/survivor/win.ts';
import { OPENED_HERE } from '#web/parts/why/question.ts';
import { WhyAnswer } from '#web/parts/why/why.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { OwnNow } from './own-now.tsx';

const TOP_ROWS = 5;
/** The most own entries whose live numbers are shown. */
const MOST_LIVE = 4;

interface MyRankProps {
  readonly poolId: string;
  /** The week that is being played, if it has live numbers. */
  readonly live?: Live;
}

export function MyRank({ poolId, live }: MyRankProps) {
  const standings = useQuery(standingsQuery(poolId));
  return (
    <section className="panel flex flex-col p-5">
      <h2 className="heading text-xl">Standings</h2>
      <Loaded query={standings} failure="Couldn't load scores" skeleton={<Skeleton className="mt-3 h-59" />}>
        {(reply) => <Standings rows={reply.rows} live={live?.weekId ? live : null} />}
      </Loaded>
      <StandingsLinks standings={standings.data} />
      <WhyAnswer poolId={poolId} usual={null} />
    </section>
  );
}

interface StandingsProps {
  readonly rows: StandingsReply['rows'];
  /** Null while no week is played. */
  readonly live: Live | null;
}

/** The viewer's place, their live numbers, and the rows around. A live number takes the place of a row, so the card stays as tall. */
function Standings({ rows, live }: StandingsProps) {
  const me = useMe();
  const { entries, entry } = useEntries();
  const playing = live === null ? [] : chosenFirst(entries, entry?.id).slice(0, MOST_LIVE);
  const now = live && playing.length > 0 && <OwnNow week={live.week} rows={rows} entries={playing} />;
  const mine = rows.find((row) => row.id === entry?.id);
  const [leader] = rows;
  if (leader === undefined || !hasScores(rows)) {
    return (
      <>
        <p className="mt-3 text-ink-soft">No scores available yet</p>
        {now}
      </>
    );
  }
  const anyPoint = leader.totalHalves > 0;
  const behind = mine ? leader.totalHalves - mine.totalHalves : 0;
  return (
    <>
      {!anyPoint && <p className="mt-3 text-ink-soft">No points yet.</p>}
      {anyPoint && mine && (
        <p className="mt-1 flex items-baseline gap-2">
          <WhyLink entryId={mine.id} className="font-display text-5xl font-semibold text-turf">
            {ordinal(mine.rank)}
          </WhyLink>
          <span className="text-ink-soft">
            of {rows.length}, {behind === 0 ? leadText(rows) : `${formatPoints(behind)} behind the leader`}
          </span>
        </p>
      )}
      {now}
      <ol className={`flex flex-col ${now ? '' : 'mt-3'}`}>
        {nearbyRows(rows, mine?.id, Math.min(TOP_ROWS, rows.length) - playing.length).map((row) => (
          <li
            key={row.id}
            className={`relative flex min-h-9 items-center gap-3 rounded px-2 ${row.ownerId === me.id ? 'bg-turf-wash font-semibold text-turf' : ''}`}
          >
            <span className="w-6 text-right font-display text-ink-soft">{row.rank}</span>
            <span className="min-w-0 flex-1 truncate">{row.name}</span>
            {anyPoint && row.rank === 1 && <Icon name="trophy" label="Leader" className="size-4 text-amber" />}
            <WhyLink
              entryId={row.id}
              className="min-w-6 text-right font-display text-lg font-semibold before:absolute before:inset-0"
            >
              {formatPoints(row.totalHalves)}
            </WhyLink>
          </li>
        ))}
      </ol>
    </>
  );
}

function leadText(rows: StandingsReply['rows']): string {
  return rows[1]?.rank === 1 ? 'tied for the lead' : 'in the lead';
}

/** The entries, the chosen one first. */
function chosenFirst(entries: readonly OwnEntry[], chosenId: string | undefined): readonly OwnEntry[] {
  return entries.toSorted((a, b) => Number(b.id === chosenId) - Number(a.id === chosenId));
}

/** The leader, and the entries around the chosen own one. These two are listed however few rows there may be. */
export function nearbyRows<R extends { readonly id: string }>(
  rows: readonly R[],
  myId: string | undefined,
  most: number,
): readonly R[] {
  const place = rows.findIndex((row) => row.id === myId);
  if (place < Math.max(1, most)) return rows.slice(0, Math.max(1, most));
  const around = Math.max(1, most - 1);
  const first = Math.max(1, place - Math.floor(around / 2));
  return [...rows.slice(0, 1), ...rows.slice(first, first + around)];
}

/** The number of rows, including the viewer's chosen entry. */
const MAX_ROWS = 5;

interface SurvivorRankProps {
  readonly poolId: string;
  /** Undefined if they cannot be read now. */
  readonly standings: StandingsReply | undefined;
  readonly lives: number;
}

function outText(outWeekId: string, win: Win | null): string {
  return win === null ? `Out ${weekShortName(outWeekId)}` : winText[win];
}

/** How many entries are left, and the first of them with the viewer's chosen entry. */
export function SurvivorRank({ poolId, standings, lives }: SurvivorRankProps) {
  const me = useMe();
  const { entry } = useEntries();
  const { rows = [], survivors = [] } = standings ?? {};
  const alive = rows.filter(({ survival }) => survival !== undefined && survival.lives > 0).length;
  const place = rows.findIndex(({ id }) => id === entry?.id);
  const shown =
    place < MAX_ROWS ? rows.slice(0, MAX_ROWS) : [...rows.slice(0, MAX_ROWS - 1), ...rows.slice(place, place + 1)];
  return (
    <section className="panel flex flex-col p-5">
      <h2 className="heading text-xl">Standings</h2>
      {standings === undefined ? (
        <p className="mt-3 text-ink-soft">Couldn't load the standings.</p>
      ) : (
        <p className="mt-1 flex items-baseline gap-2">
          <span className="font-display text-5xl font-semibold">{alive}</span>
          <span>
            still in <span className="text-ink-soft">of {rows.length}</span>
          </span>
        </p>
      )}
      <ol className="mt-3 flex flex-col">
        {shown.map(({ id, ownerId, name, rank, survival }) => (
          <li
            key={id}
            className={`relative flex min-h-9 items-center gap-3 rounded px-2 ${ownerId === me.id ? 'bg-turf-wash font-semibold text-turf' : ''}`}
          >
            <span className="w-6 text-right font-display text-ink-soft">{rank}</span>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <WhyLink entryId={id} className="min-w-6 text-right before:absolute before:inset-0">
              {survival?.outWeekId ? (
                <span className="text-sm text-ink-soft">{outText(survival.outWeekId, winOf({ survivors }, id))}</span>
              ) : (
                <Lives left={survival?.lives ?? 0} of={lives} />
              )}
            </WhyLink>
          </li>
        ))}
      </ol>
      <StandingsLinks standings={standings} />
      <WhyAnswer poolId={poolId} usual={null} />
    </section>
  );
}

interface StandingsLinksProps {
  /** Undefined if they cannot be read now. */
  readonly standings: StandingsReply | undefined;
}

/** Links to the full standings, and to the last decided week. */
function StandingsLinks({ standings }: StandingsLinksProps) {
  return (
    <div className="mt-auto flex flex-wrap gap-x-5 pt-2">
      <Link to="/scoreboard" className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-turf">
        Scoreboard
        <Icon name="chevronRight" />
      </Link>
      {standings && <RecapLink finishedWeeks={standings.finishedWeeks} />}
    </div>
  );
}

interface WhyLinkProps {
  readonly entryId: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link that explains an entry's place. */
function WhyLink({ entryId, ...rest }: WhyLinkProps) {
  return <WouterLink to={`/?why=${entryId}`} state={OPENED_HERE} aria-haspopup="dialog" title="Why?" {...rest} />;
}
