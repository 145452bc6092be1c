import { useLayoutEffect, useMemo, useRef } from 'react';
import type { StandingRow, StandingsReply, Survival } from '#contract/standings.ts';
import type { LifeRules } from '#core/formats/survivor/cost.ts';
import { costWords } from '#core/formats/survivor/cost.ts';
import type { EndRules } from '#core/formats/survivor/ends.ts';
import { teamSlot, teamSlots } from '#core/formats/survivor/survivor.ts';
import { capital, listText } from '#core/listed.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weekName, weekShortName } from '#core/weeks.ts';
import { livesOf } from '#core/why/lives.ts';
import { useClock } from '#web/lib/clock.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { boughtBackText, canBuyBackText, untilText } from '#web/parts/survivor/buy-back-words.ts';
import type { LiveScore, ScoredGame } from '#web/parts/survivor/live-score.ts';
import { isSafeNow, liveScoreOf } from '#web/parts/survivor/live-score.ts';
import { Lives } from '#web/parts/survivor/lives.tsx';
import { safeText, winsHeading } from '#web/parts/survivor/rule-texts.ts';
import type { Win } from '#web/parts/survivor/win.ts';
import { winOf, winText } from '#web/parts/survivor/win.ts';
import { Why } from '#web/parts/why/why.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Thumbs } from './helmet-thumbs.ts';
import { thumbOf, useHelmetThumbs } from './helmet-thumbs.ts';
import { Gap, seasonAt, useLines } from './lines.tsx';
import { MemberName } from './member-name.tsx';
import { showBesideNames } from './opening-column.ts';
import { useSidewaysDrag } from './sideways-drag.ts';
import './matchup.css';
import './matchup-print.css';
import './survivor-table.css';

/** A column is in view only if it fits beside the columns of lives and wins, which may cover it. */
const COLUMNS_AT_THE_END = 3;

interface SurvivorTableProps {
  readonly poolId: string;
  readonly weeks: readonly string[];
  readonly activeWeekId: string | null;
  readonly rules: PoolRules;
  readonly rows: readonly SurvivorRow[];
  /** The viewer's chosen entry, whose row is pinned; undefined for a person who does not play. */
  readonly chosen: SurvivorRow | undefined;
  /** The winners of the pool. */
  readonly winners: string[];
  /** How teams are doing in running games of the active week. */
  readonly live: ReadonlyMap<string, LiveScore>;
}

/** The board; it opens at the active week. */
export function SurvivorTable(props: SurvivorTableProps) {
  const { poolId, weeks, activeWeekId, rules, rows, chosen, winners, live } = props;
  const me = useMe();
  const shown = useMemo(
    () => [
      ...new Set(rows.flatMap(({ survival }) => survival.weeks.flatMap(livesOf).flatMap(({ team = [] }) => team))),
    ],
    [rows],
  );
  const thumbs = useHelmetThumbs(shown.map((team) => ({ team, side: 'home' })));
  const line = (row: SurvivorRow) => ({
    row,
    weeks,
    activeWeekId,
    rules,
    thumbs,
    win: winOf({ survivors: winners }, row.id),
    live,
  });
  const scroller = useRef<HTMLElement>(null);
  const { above, below, lines } = useLines(rows, scroller);
  useSidewaysDrag(scroller);
  useLayoutEffect(() => {
    const active = activeWeekId === null ? null : scroller.current?.querySelector<HTMLElement>('[aria-current]');
    const previous = active?.previousElementSibling;
    if (!active || !(previous instanceof HTMLElement) || !scroller.current) return;
    const isInSight = active.offsetLeft + COLUMNS_AT_THE_END * active.offsetWidth < scroller.current.clientWidth;
    if (isInSight) return;
    // Keeps the previous week in view, too.
    showBesideNames(scroller.current, previous);
  }, [activeWeekId]);
  return (
    <section ref={scroller} aria-label="Teams of all members" className="panel matchup survivor relative overflow-auto">
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="name-column">
              Member
            </th>
            {weeks.flatMap((weekId) =>
              teamSlots(weekId, rules).map((slot) => (
                <th
                  key={slot}
                  scope="col"
                  title={slot === weekId ? weekName(weekId) : `${weekName(weekId)}, second team`}
                  aria-current={weekId === activeWeekId && slot === weekId ? 'true' : undefined}
                  className="game-column"
                >
                  {slot === weekId ? weekShortName(weekId) : '+'}
                </th>
              )),
            )}
            <th scope="col" className="score-column">
              Lives
            </th>
            <th scope="col" className="score-column">
              {winsHeading(rules)}
            </th>
          </tr>
          {chosen && <SurvivorLine {...line(chosen)} isOwn pinned />}
        </thead>
        <tbody>
          <Gap height={above} />
          {lines.map(({ row, place }) => (
            <SurvivorLine key={row.id} {...line(row)} place={place} isOwn={row.ownerId === me.id} />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
      <Why poolId={poolId} usual={null} area={scroller} questionAt={seasonAt} />
      {rows.length === 0 && <p className="p-6 text-center text-ink-soft">Nobody by that name.</p>}
    </section>
  );
}

interface SurvivorLineProps {
  readonly row: SurvivorRow;
  /** Its position in the table, from 1: the first is the head. Undefined for the pinned copy. */
  readonly place?: number;
  readonly weeks: readonly string[];
  readonly activeWeekId: string | null;
  readonly rules: PoolRules;
  readonly thumbs: Thumbs;
  /** Whether it is an entry of the viewer. */
  readonly isOwn: boolean;
  /** The copy of the chosen entry's row that stays in view. */
  readonly pinned?: boolean;
  /** Null if the entry has not won the pool. */
  readonly win: Win | null;
  readonly live: ReadonlyMap<string, LiveScore>;
}

/** One entry: alive or eliminated, week by week. */
function SurvivorLine(props: SurvivorLineProps) {
  const { row, place = 0, weeks, activeWeekId, rules, thumbs, isOwn, pinned = false, win, live } = props;
  const { name, survival } = row;
  const isOut = survival.outWeekId !== null;
  return (
    <tr
      aria-rowindex={place || undefined}
      data-entry={row.id}
      className={`${pinned ? 'pinned' : ''} ${isOwn ? 'own' : place % 2 === 0 ? '' : 'shaded'} ${isOut && win === null ? 'out' : ''}`}
    >
      <th scope="row" className="name-column">
        <span className="member-name line-clamp-2 text-sm" title={name}>
          {pinned ? 'YOU' : <MemberName name={name} />}
          {win !== null && <Icon name="trophy" label={winText[win]} className="won ml-0.5 size-3 fill-current" />}
        </span>
        <span className="block text-xs font-normal text-ink-soft">
          <StateOf survival={survival} win={win} rules={rules} />
        </span>
      </th>
      {weeks.flatMap((weekId, at) =>
        teamSlots(weekId, rules).map((slot) => (
          <Cell
            key={slot}
            week={(slot === weekId ? survival.weeks[at] : survival.weeks[at]?.second) ?? { result: 'open' }}
            isBoughtBack={survival.boughtBack?.includes(weekId) ?? false}
            live={weekId === activeWeekId ? live : noLiveScores}
            thumbs={thumbs}
            rules={rules}
          />
        )),
      )}
      <td className="score text-lg font-semibold text-amber">
        <button type="button" aria-haspopup="dialog" title="Why?" className="why min-h-6 min-w-6">
          {survival.lives}
        </button>
      </td>
      <td className="score text-lg font-semibold text-amber">{survival.wins}</td>
    </tr>
  );
}

interface StateOfProps {
  readonly survival: Survival;
  readonly win: Win | null;
  readonly rules: PoolRules;
}

/** Below the name of an entry, in one line: its lives, or how it ended. */
function StateOf({ survival: { lives: left, outWeekId, boughtBack, mayBuyBack }, win, rules }: StateOfProps) {
  const latest = boughtBack?.at(-1);
  if (outWeekId === null) {
    if (boughtBack === undefined || latest === undefined) return <Lives left={left} of={rules.lives} />;
    // Only the lives that it has: those of the start are gone, and there is no room for them.
    return (
      <>
        <Lives left={left} of={left} />{' '}
        <span title={boughtBackText(boughtBack)}>
          <span aria-hidden="true">Back {weekShortName(latest)}</span>
          <span className="sr-only">{boughtBackText(boughtBack)}</span>
        </span>
      </>
    );
  }
  if (win !== null) return winText[win];
  return (
    <span className="inline-flex items-center gap-1">
      Out <span title={weekName(outWeekId)}>{weekShortName(outWeekId)}</span>
      {mayBuyBack && <MayReturn until={mayBuyBack.until} rules={rules} />}
    </span>
  );
}

/** A clock, with the moment up to which an entry can be bought back. */
function MayReturn({ until, rules }: { readonly until: number; readonly rules: PoolRules }) {
  const text = useClock((now) => (now < until ? canBuyBackText(untilText(until, now), rules) : null));
  return (
    text !== null && (
      <span title={text}>
        <Icon name="clock" label={text} className="size-3" />
      </span>
    )
  );
}

const noLiveScores: ReadonlyMap<string, LiveScore> = new Map();

const resultLooks = {
  won: 'correct',
  lost: 'incorrect',
  off: 'off',
  open: 'pending',
  spared: 'off',
  pending: 'pending',
  missed: '',
  out: '',
} as const;

interface CellProps {
  readonly week: Survival['weeks'][number];
  /** Whether the entry was bought back after the week. */
  readonly isBoughtBack: boolean;
  readonly live: ReadonlyMap<string, LiveScore>;
  readonly thumbs: Thumbs;
  readonly rules: PoolRules;
}

function Cell({ week, isBoughtBack, live, thumbs, rules }: CellProps) {
  const { result, team } = week;
  const score = team === undefined ? undefined : live.get(team);
  const { mark, sentence: usual } = cellText(week, score, rules);
  const sentence = isBoughtBack ? `${usual}, then bought back` : usual;
  const isLeading = result === 'open' && score !== undefined && score !== 'level' && isSafeNow(score, rules);
  if (result === 'out' && team === undefined && !week.made) return <td className="gone" />;
  if (team === undefined) {
    return (
      <td className={result}>
        <span role="img" aria-label={sentence} title={sentence} className={mark === 'Set' ? 'sealed' : ''}>
          {mark}
        </span>
      </td>
    );
  }
  const thumb = thumbOf(thumbs, team, 'home');
  // There is no room for a dot beside a mark.
  const look = result === 'open' && mark !== '' ? '' : resultLooks[result];
  return (
    <td title={sentence} className={`pick ${look} ${isLeading ? 'leading' : ''}`}>
      {thumb !== null && <img src={thumb} alt="" width={36} height={32} />}
      {team}
      {mark !== '' && <span className="mark"> {mark}</span>}
      {isLeading && (
        <span aria-hidden="true" className="lead">
          &nbsp;▲
        </span>
      )}
      <span className="sr-only"> {sentence}</span>
    </td>
  );
}

/** An entry of a survivor pool, with the results of its weeks. */
export interface SurvivorRow extends Pick<StandingRow, 'id' | 'ownerId' | 'name'> {
  readonly survival: Survival;
}

/** The teams of each of the viewer's entries by week: they are not sealed from the owner. */
type OwnTeams = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The rows in the order of the standings, the viewer's with their teams. */
export function survivorRows({ rows, weeks }: StandingsReply, ownTeams: OwnTeams): readonly SurvivorRow[] {
  return rows.flatMap(({ id, ownerId, name, survival }) => {
    if (survival === undefined) return [];
    const teams = ownTeams.get(id);
    if (teams === undefined) return [{ id, ownerId, name, survival }];
    const withTeam = <L extends Pick<Survival['weeks'][number], 'made'>>(life: L, team: string | undefined): L =>
      life.made && team !== undefined ? { ...life, team } : life;
    const own = survival.weeks.map(({ second, ...first }, at) => {
      const weekId = weeks[at] ?? '';
      const ofSecond = second && { second: withTeam(second, teams.get(teamSlot(weekId, true))) };
      return { ...withTeam(first, teams.get(weekId)), ...ofSecond };
    });
    return [{ id, ownerId, name, survival: { ...survival, weeks: own } }];
  });
}

/** The content of a cell: a mark beside the team or in its place, and the same as a sentence. */
interface CellText {
  readonly mark: string;
  readonly sentence: string;
}

/** The content of a cell while the game of its team is running. */
function liveText(live: LiveScore, rules: EndRules & LifeRules): CellText {
  const isSafe = isSafeNow(live, rules);
  if (live === 'level')
    return { mark: 'Level', sentence: `Level right now: a tie ${isSafe ? 'is safe' : costWords(rules).means}` };
  const [mark, now] = live === 'ahead' ? ['Up', 'Winning right now'] : ['Down', 'Losing right now'];
  return isSafe ? { mark: '', sentence: `${WAITING}. ${now}` } : { mark, sentence: now };
}

const WAITING = 'Team chosen - waiting for result';

/** The content of a player's cell for a week. @param live how their team is doing if its game is running */
export function cellText(
  week: Survival['weeks'][number],
  live: LiveScore | undefined,
  rules: EndRules & LifeRules = {},
): CellText {
  const text = plainText(week, live, rules);
  if (!week.auto) return text;
  return { mark: text.mark || 'Auto', sentence: `${text.sentence}. From the player's list` };
}

function plainText(
  { result, team, made }: Survival['weeks'][number],
  live: LiveScore | undefined,
  rules: EndRules & LifeRules,
): CellText {
  const { cost } = costWords(rules);
  switch (result) {
    case 'won':
      return { mark: '', sentence: safeText(rules) };
    case 'lost':
      return { mark: '', sentence: capital(cost) };
    case 'missed':
      return { mark: 'None', sentence: `No team, ${cost}` };
    case 'spared':
      return { mark: team === undefined ? 'None' : '', sentence: 'Cost nothing: nobody was safe' };
    case 'pending':
      return { mark: '', sentence: 'Out, unless nobody is safe' };
    case 'off':
      return { mark: 'Off', sentence: 'Called off, cost nothing' };
    case 'out':
      if (team === undefined && !made) return { mark: '', sentence: 'Out' };
      return { mark: team === undefined ? 'Set' : '', sentence: 'Out: the team counts in a side table' };
    case 'open':
      if (team === undefined && made) return { mark: 'Set', sentence: 'Team picked, hidden until its game locks' };
      if (team === undefined) return { mark: '–', sentence: 'No team yet' };
      return live === undefined ? { mark: '', sentence: WAITING } : liveText(live, rules);
  }
}

/** How each team in a running game is doing. */
export function liveScores(games: readonly ScoredGame[]): ReadonlyMap<string, LiveScore> {
  return new Map(
    games.flatMap((game) =>
      [game.home, game.away].flatMap((team): [string, LiveScore][] => {
        const live = liveScoreOf(game, team);
        return live === null ? [] : [[team, live]];
      }),
    ),
  );
}

/** The winners of the pool in a sentence; null while it is undecided. */
export function winnersText({ survivors = [], rows }: Pick<StandingsReply, 'survivors' | 'rows'>): string | null {
  const names = rows.filter(({ id }) => survivors.includes(id)).map(({ name }) => name);
  if (names.length === 0) return null;
  return names.length === 1 ? `${names[0]} won this pool.` : `${listText(names)} share the win.`;
}
