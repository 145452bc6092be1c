import type { ReactNode } from 'react';
import { Suspense, useRef, useState } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { pickProgress } from '#core/picks.ts';
import type { PoolRules } from '#core/rules.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useArrowKeys } from './arrow-keys.ts';
import type { AdminModeProps, CardAction } from './edit/admin-mode.tsx';
import { QuickFill, useFilling } from './filling.tsx';
import { NextUnpicked } from './next-unpicked.tsx';
import { PicksSummary } from './picks-summary.tsx';
import { ProgressDock, ProgressPanel } from './progress.tsx';
import type { RecordsDialogProps } from './records-dialog.tsx';
import type { Board } from './slot-grid.tsx';

const AdminMode = lazyPart<AdminModeProps>(async () => (await import('./edit/admin-mode.tsx')).AdminMode);
const RecordsDialog = lazyPart<RecordsDialogProps>(async () => (await import('./records-dialog.tsx')).RecordsDialog);

interface PicksBoardProps {
  readonly poolId: string;
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly isMember: boolean;
  /** Shown beside the progress at the end. */
  readonly beside: ReactNode;
  /** The cards. */
  readonly children: (board: Board) => ReactNode;
}

export function PicksBoard({ poolId, week, rules, isMember, beside, children }: PicksBoardProps) {
  const { games, picks, saving } = week;
  const [recordsOf, setRecordsOf] = useState<GameReply | null>(null);
  const [action, setAction] = useState<CardAction>();
  const me = useMe();
  const filling = useFilling(week);
  const cards = useRef<HTMLDivElement>(null);
  useArrowKeys(cards);
  const progress = pickProgress(games, picks);
  return (
    <>
      {isMember ? (
        <>
          <PicksSummary games={games} picks={picks} rules={rules} progress={progress} saving={saving}>
            <QuickFill week={week} rules={rules} filling={filling} />
            <NextUnpicked games={games} picks={picks} className="text-base text-led max-md:hidden" />
          </PicksSummary>
          <KeyHint />
        </>
      ) : (
        <NotPlaying poolId={poolId} />
      )}
      {me.isAdmin && (
        <div className="mt-3 min-h-11">
          <Suspense>
            <AdminMode onAction={(next) => setAction(() => next)} />
          </Suspense>
        </div>
      )}
      <div ref={cards} className="mt-5">
        {children({ week, rules, isMember, onRecords: setRecordsOf, action })}
      </div>
      <div className="mt-10 grid gap-4 md:grid-cols-2">
        {isMember && <ProgressPanel games={games} picks={picks} progress={progress} />}
        {beside}
      </div>
      {isMember && <ProgressDock week={week} progress={progress} filling={filling} />}
      <Suspense>{recordsOf && <RecordsDialog game={recordsOf} onClose={() => setRecordsOf(null)} />}</Suspense>
    </>
  );
}

/** For an admin who runs a pool without playing in it. */
function NotPlaying({ poolId }: Pick<PicksBoardProps, 'poolId'>) {
  return (
    <div className="board flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-board-ink">
      <p>You do not play in this pool. Add yourself to its users to make picks.</p>
      <Link
        to={`/admin/pools/edit/${poolId}`}
        className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-led"
      >
        Edit the pool
        <Icon name="chevronRight" />
      </Link>
    </div>
  );
}

/** For screen readers everywhere, for all where there is a keyboard. */
function KeyHint() {
  return (
    <p className="no-print mt-3 text-sm text-ink-soft max-md:sr-only not-pointer-fine:sr-only">
      On a game, <Key name="arrow up" sign="↑" /> <Key name="arrow down" sign="↓" /> go to the others,{' '}
      <Key name="arrow left" sign="←" /> picks the away side, <Key name="arrow right" sign="→" /> the home side.
    </p>
  );
}

function Key({ name, sign }: { readonly name: string; readonly sign: string }) {
  return (
    <kbd className="mx-0.5 inline-grid size-5 place-items-center rounded bg-panel-high font-[inherit] text-xs shadow-[inset_0_0_0_1px_var(--line-strong)]">
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{name}</span>
    </kbd>
  );
}
