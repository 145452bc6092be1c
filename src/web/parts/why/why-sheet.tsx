import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { MatchupReply, StandingsReply } from '#contract/standings.ts';
import { isSafeWithoutWin } from '#core/formats/survivor/ends.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { weekNow } from '#core/live-week.ts';
import { ordinal } from '#core/ordinal.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { formatAverage, formatPoints, pointsText } from '#core/scoring.ts';
import { weekName } from '#core/weeks.ts';
import { costsLife, lifeText, livesOf } from '#core/why/lives.ts';
import type { PickReason } from '#core/why/pick.ts';
import { whySeason } from '#core/why/season.ts';
import type { WinReason } from '#core/why/week.ts';
import { whyWeek } from '#core/why/week.ts';
import {
  addedText,
  averageText,
  causeText,
  guessText,
  lineText,
  playedText,
  rankText,
  scoreText,
  shareText,
  sideText,
  winText,
  worthText,
} from '#core/why/words.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { LogRecordList, OlderButton, scoreAuditQuery } from '#web/parts/audit.tsx';
import { NowMark } from '#web/parts/now/now-mark.tsx';
import { useNow } from '#web/parts/now/use-now.ts';
import { PickMark } from '#web/parts/pick-mark.tsx';
import { gamesQuery, matchupQuery, poolQuery, standingsQuery } from '#web/parts/queries.ts';
import { CanBuyBack } from '#web/parts/survivor/can-buy-back.tsx';
import { Lives } from '#web/parts/survivor/lives.tsx';
import { winsText } from '#web/parts/survivor/rule-texts.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import type { Question } from './question.ts';
import { useAsking } from './question.ts';
import { useAskedWeek } from './use-asked-week.ts';
import './why-sheet.css';

export interface WhySheetProps {
  readonly poolId: string;
  /** The week that the screen shows; null for the season. */
  readonly usual: string | null;
}

/** Answers the question in the address: why an entry has the score of a week, or its total and place. */
export function WhySheet({ poolId, usual }: WhySheetProps) {
  const { question, ask, close } = useAsking(usual);
  return question && <Answer {...{ poolId, question, ask, close }} />;
}

interface AnswerProps extends Pick<WhySheetProps, 'poolId'> {
  readonly question: Question;
  readonly ask: (question: Question) => void;
  readonly close: () => void;
}

function Answer({ poolId, question, ask, close }: AnswerProps) {
  const me = useMe();
  const pool = useQuery(poolQuery(poolId));
  const standings = useQuery(standingsQuery(poolId));
  const { entryId } = question;
  const row = standings.data?.rows.find(({ id }) => id === entryId);
  const weekId = weekOf(question, pool.data);
  const own = standings.data?.rows.filter(({ ownerId }) => ownerId === me.id) ?? [];
  const isOnlyOwn = own.length === 1 && own[0] === row;
  const who = isOnlyOwn ? 'You' : (row?.name ?? 'Why?');
  return (
    <Dialog
      title={row === undefined ? who : `${who}, ${weekId === null ? 'season' : weekName(weekId)}`}
      onClose={close}
    >
      <div className="why-body">
        <Loaded query={pool} failure="Couldn't load the pool" skeleton={sheetSkeleton}>
          {(loaded) => (
            <Loaded query={standings} failure="Couldn't load scores" skeleton={sheetSkeleton}>
              {(reply) =>
                row === undefined ? (
                  <p className="text-ink-soft">Nobody of that link plays in {loaded.name}.</p>
                ) : (
                  <Reasons
                    key={`${entryId} ${weekId}`}
                    {...{ pool: loaded, standings: reply, entryId, weekId, ask }}
                    gid={question.gid}
                  />
                )
              }
            </Loaded>
          )}
        </Loaded>
      </div>
      <DialogFoot>
        <div className="flex justify-end gap-3">
          {weekId !== null && row !== undefined && (
            <Button tone="plain" onClick={() => ask({ entryId, weekId: null })}>
              Season
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </div>
      </DialogFoot>
    </Dialog>
  );
}

const sheetSkeleton = <Skeleton className="h-96" />;

/** A survivor pool has no weekly scores. */
function weekOf({ weekId }: Question, pool: PoolReply | undefined): string | null {
  if (weekId === null || (pool && traitsOf(pool.rules).plays === 'season')) return null;
  return pool === undefined || pool.weeks.includes(weekId) ? weekId : null;
}

interface ReasonsProps extends Pick<AnswerProps, 'ask'> {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly entryId: string;
  readonly weekId: string | null;
  readonly gid: string | undefined;
}

function Reasons({ pool, standings, entryId, weekId, gid, ask }: ReasonsProps) {
  const askWeek = (week: string) => ask({ entryId, weekId: week });
  return (
    <>
      {weekId !== null ? (
        <WeekLoader pool={pool} weekId={weekId} skeleton={sheetSkeleton}>
          {(week) => <WeekReasons {...{ pool, standings, entryId, weekId, week, gid }} />}
        </WeekLoader>
      ) : traitsOf(pool.rules).plays === 'season' ? (
        <LivesReasons {...{ pool, standings, entryId }} />
      ) : (
        <SeasonReasons {...{ pool, standings, entryId, askWeek }} />
      )}
      <Changes poolId={pool.id} entryId={entryId} weekId={weekId} />
    </>
  );
}

interface WeekReasonsProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly entryId: string;
  readonly weekId: string;
  readonly week: WeekData;
  /** The game of the question. */
  readonly gid: string | undefined;
}

/** The picks of a week, and what each added to its score. */
function WeekReasons(props: WeekReasonsProps) {
  const matchup = useQuery(matchupQuery(props.pool.id, props.weekId));
  return (
    <Loaded query={matchup} failure="Couldn't load the matchup" skeleton={<Skeleton className="h-96" />}>
      {({ rows }) => <WeekOfPlayer {...props} rows={rows} />}
    </Loaded>
  );
}

function WeekOfPlayer({
  pool,
  standings,
  entryId,
  weekId,
  week,
  gid,
  rows,
}: WeekReasonsProps & Pick<MatchupReply, 'rows'>) {
  const me = useMe();
  const standing = standings.rows.find(({ id }) => id === entryId);
  const joinedAt = standing?.joinedAt ?? 0;
  const isOwn = standing?.ownerId === me.id;
  const asked = useAskedWeek(pool, standings, { rows }, weekId, week);
  const reason = useMemo(() => asked && whyWeek(asked, entryId, joinedAt), [asked, entryId, joinedAt]);
  if (rows.some(({ id, isBlank }) => id === entryId && isBlank)) {
    const whose = isOwn ? 'your' : 'their';
    return <p className="text-ink-soft">{`Not played: none of ${whose} picks has locked this week.`}</p>;
  }
  if (reason === null) return <p className="text-ink-soft">No picks this week.</p>;
  const { picks, late, halves, now, win } = reason;
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="font-display text-5xl font-semibold text-amber">{formatPoints(halves)}</span>
        <span className="text-ink-soft">
          {late === null ? playedText(picks) : 'the lowest score of those who picked'}
        </span>
      </p>
      {now !== null && (
        <p className="mt-1 text-ink-soft">
          <span className="text-turf">{formatPoints(now)}</span> if the running games ended now.
        </p>
      )}
      {late !== null && <p className="mt-1 text-ink-soft">The week was over before {isOwn ? 'you' : 'they'} joined.</p>}
      {win && <Win win={win} rules={pool.rules} />}
      <ul aria-label="Picks" className="mt-3 grid">
        {picks.map((pick) => (
          <Pick key={pick.game.gid} reason={pick} rules={pool.rules} isOwn={isOwn} isAsked={pick.game.gid === gid} />
        ))}
      </ul>
      <p className="why-sum">
        <span>{late === null ? 'Together' : 'Counts'}</span>
        <span className="text-amber">{pointsText(halves)}</span>
      </p>
    </>
  );
}

interface PickProps {
  readonly reason: PickReason;
  readonly rules: PoolRules;
  readonly isOwn: boolean;
  readonly isAsked: boolean;
}

function Pick({ reason, rules, isOwn, isAsked }: PickProps) {
  const { result, halves } = reason;
  const details = [causeText(reason, rules, isOwn), lineText(reason, rules), worthText(reason, rules)].filter(Boolean);
  return (
    <li ref={isAsked ? showInMiddle : undefined} className={`why-line ${isAsked ? 'bg-turf-wash' : 'striped-row'}`}>
      <span>{result !== 'none' && <PickMark result={result} />}</span>
      <span className="min-w-0">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">{sideText(reason)}</span>
          <span className="font-display text-ink-soft">{scoreText(reason)}</span>
        </span>
        <span className="block text-sm text-ink-soft">{details.join(' ')}</span>
      </span>
      <span className={`font-display text-xl font-semibold ${halves > 0 ? 'text-turf' : 'text-ink-faint'}`}>
        {addedText(reason)}
      </span>
    </li>
  );
}

function showInMiddle(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

function Win({ win, rules }: { readonly win: WinReason; readonly rules: PoolRules }) {
  return (
    <section aria-label="Winner of the week" className="mt-2">
      <p>{winText(win, rules)}</p>
      {win.guesses && (
        <ul className="mt-1 text-sm text-ink-soft">
          <li>Points of the tiebreak game: {win.total}</li>
          {win.guesses.map((guess) => (
            <li key={guess.id} className={guess.hasWon ? 'font-semibold text-ink' : ''}>
              {guess.name}: {guessText(guess)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface SeasonReasonsProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly entryId: string;
  readonly askWeek: (weekId: string) => void;
}

/** The weeks of a total, and the resulting place. */
function SeasonReasons({ pool, standings, entryId, askWeek }: SeasonReasonsProps) {
  const live = useNow(pool);
  const numberNow = useMemo(() => live.week && weekNow(live.week).numbers.get(entryId), [live.week, entryId]);
  const reason = whySeason(standings.weeks, standings.rows, entryId, pool.rules);
  const row = standings.rows.find(({ id }) => id === entryId);
  if (reason === null || row === undefined) return null;
  const { rank, total } = reason;
  const played = reason.weeks.filter(({ score }) => score !== null);
  const kept = played.filter(({ isDropped }) => !isDropped).length;
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="font-display text-5xl font-semibold text-turf">{ordinal(rank.rank)}</span>
        <span className="text-ink-soft">
          of {rank.of}, with {pointsText(total)}
        </span>
      </p>
      <p className="mt-1">{rankText(rank)}</p>
      {played.length === 0 ? (
        <p className="mt-3 text-ink-soft">{pool.rules.weekly ? 'No week played yet.' : 'No game is over yet.'}</p>
      ) : (
        <ul aria-label="Weeks" className="mt-3 grid">
          {played.map((week) => (
            <li key={week.weekId} className="striped-row rounded-lg">
              <button type="button" onClick={() => askWeek(week.weekId)} className="why-line why-week">
                <span>
                  {weekName(week.weekId)}
                  <span className="block text-sm text-ink-soft">{shareText(week, pool.rules)}</span>
                </span>
                <span className="flex flex-wrap items-baseline justify-end gap-x-3 font-display text-xl font-semibold">
                  {week.weekId === live.weekId && numberNow && (
                    <span className="font-sans text-sm font-normal">
                      <NowMark>{formatPoints(numberNow.halves)}</NowMark>
                    </span>
                  )}
                  {week.isDropped ? (
                    <s className="text-ink-soft">{formatPoints(week.score ?? 0)}</s>
                  ) : (
                    formatPoints(week.halves)
                  )}
                </span>
                <Icon name="chevronRight" className="size-4 text-ink-faint" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="why-sum of-weeks">
        <span>Total</span>
        <span className="text-amber">{formatPoints(total)}</span>
      </p>
      {kept > 0 && (
        <p className="px-2 text-sm text-ink-soft">
          Average {formatAverage(row.average)}: {averageText(total, kept)}
        </p>
      )}
    </>
  );
}

interface LivesReasonsProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly entryId: string;
}

/** The weeks of an entry in a survivor pool, and which of them cost a life. */
function LivesReasons({ pool, standings, entryId }: LivesReasonsProps) {
  const row = standings.rows.find(({ id }) => id === entryId);
  const { weeks = [], lives = 0, wins = 0, boughtBack = [] } = row?.survival ?? {};
  const shown = weeks
    .flatMap((ofWeek, at) => {
      const weekId = standings.weeks[at] ?? '';
      return livesOf(ofWeek).map((week, which) => ({ ...week, weekId, slot: teamSlot(weekId, which === 1) }));
    })
    .filter(({ result, team }) => result !== 'out' && (result !== 'open' || team !== undefined));
  const games = useQueries({
    queries: shown.map(({ weekId, team }) => ({ ...gamesQuery(pool.id, weekId, pool), enabled: team !== undefined })),
  });
  if (row === undefined) return null;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-display text-5xl font-semibold text-turf">{ordinal(row.rank)}</span>
        <span className="text-ink-soft">
          of {standings.rows.length}, {winsText(wins, pool.rules)}
        </span>
        <Lives left={lives} of={pool.rules.lives} />
      </p>
      {row.survival && <CanBuyBack survival={row.survival} rules={pool.rules} className="mt-1 block" />}
      <p className="mt-1 text-ink-soft">{placesText(pool.rules)}</p>
      {shown.length === 0 && <p className="mt-3 text-ink-soft">No game is over yet.</p>}
      <ul aria-label="Weeks" className="mt-3 grid">
        {shown.map((week, at) => (
          <li key={week.slot} className="striped-row why-line">
            <span>
              {week.result === 'won' && <PickMark result="correct" />}
              {costsLife(week) && <PickMark result="incorrect" />}
            </span>
            <span>
              <span className="block font-medium">{weekName(week.weekId)}</span>
              <span className="block text-sm text-ink-soft">
                {lifeText(week, games[at]?.data ?? [], pool.rules)}
                {boughtBack.includes(week.weekId) && ' Bought back after that, with one life.'}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function placesText(rules: PoolRules): string {
  const last = isSafeWithoutWin(rules) ? 'safe weeks' : 'wins';
  return `Places go by lives, then by who went out later, then by ${last}; level players share a place.`;
}

interface ChangesProps {
  readonly poolId: string;
  readonly entryId: string;
  /** Null for all weeks. */
  readonly weekId: string | null;
}

/** The entered picks and the corrections that may have changed an entry's scores. */
export function Changes({ poolId, entryId, weekId }: ChangesProps) {
  const log = useInfiniteQuery(scoreAuditQuery(poolId, entryId, weekId));
  return (
    <section aria-label="Entered and corrected" className="mt-5">
      <h3 className="heading text-xl">Entered and corrected</h3>
      <Loaded query={log} failure="Couldn't load the log" skeleton={<Skeleton className="mt-2 h-12" />}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-ink-soft">Nothing was entered or corrected.</p>
          ) : (
            <>
              <LogRecordList
                // Every record is about this pool.
                entries={entries.map((entry) => ({ ...entry, pool: null }))}
                className="-mx-2 mt-1 overflow-hidden rounded-lg"
              />
              <OlderButton query={log} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
