import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { pickProgress } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { useGamesOfEntry } from '#web/parts/week-data.tsx';
import { WhoPicked } from '#web/parts/who-picked/who-picked.tsx';
import type { AdminModeProps, CardAction } from './admin-mode.tsx';
import { useDenseView, ViewButton } from './game-view.tsx';
import { Key, KeyHint, useKeyHint } from './key-hint.tsx';
import { NextUnpicked, useArrowKeys, useAutoNext } from './moving.tsx';
import { NotPlaying } from './not-playing.tsx';
import { PicksSummary, ProgressDock, ProgressPanel } from './progress.tsx';
import { QuickFillButton, useFilling } from './quick-fill.tsx';
import { RecordsDialog } from './records-dialog.tsx';
import type { Board } from './slot-grid.tsx';

const AdminMode = lazyPart<AdminModeProps>(async () => (await import('./admin-mode.tsx')).AdminMode);

interface PicksBoardProps {
  readonly poolId: string;
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly isMember: boolean;
  /** Whether the tiebreak of the one week is open and not guessed. */
  readonly isGuessMissing?: boolean;
  /** Further actions for all games. */
  readonly tools?: ReactNode;
  /** What else there is to know before a pick. */
  readonly note?: ReactNode;
  /** Shares the results of the week. */
  readonly shareWeek?: ReactNode;
  /** Shown beside the progress at the end. */
  readonly beside: ReactNode;
  /** The cards. */
  readonly children: (board: Board) => ReactNode;
}

export function PicksBoard(props: PicksBoardProps) {
  const { poolId, week, rules, isMember, isGuessMissing = false, tools, note, shareWeek, beside, children } = props;
  const { games, picks, saving } = week;
  const [recordsOf, setRecordsOf] = useState<GameReply | null>(null);
  const [whoOf, setWhoOf] = useState<GameReply | null>(null);
  const [action, setAction] = useState<CardAction>();
  const me = useMe();
  const filling = useFilling(week);
  const [isDense, setDense] = useDenseView();
  const cards = useRef<HTMLDivElement>(null);
  const hint = useKeyHint('cards');
  useArrowKeys(cards, hint.use);
  const autoNext = useAutoNext(cards, isDense);
  const own = useGamesOfEntry(games, picks);
  const progress = pickProgress(own, picks, rules);
  const wasComplete = useRef(progress.complete);
  useEffect(() => {
    if (isMember && progress.complete && !wasComplete.current) dispatchEvent(new Event('all-picked'));
  }, [isMember, progress.complete]);
  return (
    <>
      {isMember ? (
        <>
          <PicksSummary
            games={own}
            picks={picks}
            rules={rules}
            progress={progress}
            saving={saving}
            note={note}
            beside={shareWeek}
          >
            {tools}
            <ViewButton isDense={isDense} onChange={setDense} />
            <QuickFillButton week={week} rules={rules} filling={filling} note={note} />
            <NextUnpicked
              games={own}
              picks={picks}
              rules={rules}
              isGuessMissing={isGuessMissing}
              className="text-base text-led max-md:hidden"
              doneLook="text-board-soft"
            />
          </PicksSummary>
          <KeyHint hint={hint} className="key-hint">
            On a game, <Key sign="↑" /> <Key sign="↓" /> go to the others, <Key sign="←" /> picks the away side,{' '}
            <Key sign="→" /> the home side.
          </KeyHint>
        </>
      ) : (
        <NotPlaying />
      )}
      {me.isAdmin && (
        <div className="mt-3 min-h-11">
          <AdminMode onAction={(next) => setAction(() => next)} />
        </div>
      )}
      <div ref={cards} className="mt-5">
        {children({
          poolId,
          week,
          rules,
          isMember,
          onRecords: setRecordsOf,
          onWho: setWhoOf,
          isDense: isDense && !action,
          action,
        })}
      </div>
      <div className="mt-10 grid gap-4 md:grid-cols-2">
        {isMember && (
          <ProgressPanel
            games={own}
            picks={picks}
            rules={rules}
            progress={progress}
            isGuessMissing={isGuessMissing}
            autoNext={isDense ? null : autoNext}
          />
        )}
        {beside}
      </div>
      {isMember && (
        <ProgressDock
          week={{ ...week, games: own }}
          rules={rules}
          progress={progress}
          isGuessMissing={isGuessMissing}
          filling={filling}
        />
      )}
      {recordsOf && <RecordsDialog game={recordsOf} onClose={() => setRecordsOf(null)} />}
      {whoOf && <WhoPicked poolId={poolId} game={whoOf} onClose={() => setWhoOf(null)} />}
    </>
  );
}
