import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { WeekTop } from '#core/leader.ts';
import { leaderChange, SIMULATED_LEAD, weekTop } from '#core/leader.ts';
import { formatPoints, halvesOfPoints } from '#core/scoring.ts';
import type { Toast } from '#core/toast.ts';
import { OWN_LEADER_TOAST_MS, TIE_TOAST_MS, toastTypes } from '#core/toast.ts';
import { call } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { playSound, useSoundSwitch } from '#web/lib/sound.ts';
import { announceLeader } from '#web/parts/leader-notice.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import type { ToastRequest } from '#web/parts/toasts.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Loading, Skeleton } from '#web/ui/loaded.tsx';
import { Failure } from '#web/ui/notice.tsx';

/** With the time and the fireworks that they have in earnest: the leader's own toast, and that of a tie. */
export const sampleToasts: Readonly<Record<Toast['type'], Omit<ToastRequest, 'type'>>> = {
  leader: {
    title: 'New Week Leader!',
    message: 'This is what a new leader looks like.',
    durationMs: OWN_LEADER_TOAST_MS,
    showFireworks: true,
  },
  tie: {
    title: 'Week Leader Update!',
    message: 'This is what a tie at the top looks like.',
    durationMs: TIE_TOAST_MS,
  },
  success: { title: 'Success', message: 'This is what success looks like.' },
  error: { title: 'Error', message: 'This is what a failure looks like.' },
  default: { title: 'Hello', message: 'This is what everything else looks like.' },
};

/** Lets anyone try the toasts, the sounds and a change of the lead. */
export function TestScreen() {
  return (
    <Screen title="Test page" over="Nothing here touches picks or scores">
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <ToastTest />
        <SoundTest />
        <LeaderTest />
        <TeamTest />
      </div>
    </Screen>
  );
}

function ToastTest() {
  const showToast = useToast();
  return (
    <TestSection title="Toasts" hint="One of each kind, at the top right.">
      <div className="flex flex-wrap gap-2">
        {toastTypes.map((type) => (
          <Button
            key={type}
            tone="plain"
            className="capitalize"
            onClick={() => showToast({ type, ...sampleToasts[type] })}
          >
            {type}
          </Button>
        ))}
      </div>
    </TestSection>
  );
}

function SoundTest() {
  const { on, toggle } = useSoundSwitch();
  return (
    <TestSection title="Sounds" hint="What the leader hears, and what everybody hears when the lead is shared.">
      <div className="flex flex-wrap gap-2">
        <Button tone="plain" disabled={!on} onClick={() => void playSound('celebration')}>
          Celebration
        </Button>
        <Button tone="plain" disabled={!on} onClick={() => void playSound('tie')}>
          Tie
        </Button>
        {!on && <Button onClick={toggle}>Switch sounds on</Button>}
      </div>
    </TestSection>
  );
}

const scoresSkeleton = <Skeleton className="h-72" />;

/** The scores of the pool's entries, and a lead that changes only on this page. */
function LeaderTest() {
  const { status, error, retry, pool } = usePool();
  return (
    <TestSection
      title="Scores and the lead"
      hint={`Gives somebody ${SIMULATED_LEAD} points more than the leader. Only this page sees it.`}
    >
      {pool?.details && <ScoresOfPool key={pool.id} poolId={pool.id} />}
      {pool !== null && !pool.details && <p className="text-ink-soft">You are not a member of this pool yet.</p>}
      {pool === null && status === 'loading' && <Loading>{scoresSkeleton}</Loading>}
      {pool === null && status === 'ready' && <p className="text-ink-soft">No pools available</p>}
      {status === 'failed' && <Failure title="Couldn't load pools" error={error} onRetry={retry} />}
    </TestSection>
  );
}

function ScoresOfPool({ poolId }: { readonly poolId: string }) {
  const standings = useQuery(standingsQuery(poolId));
  return (
    <Loaded query={standings} failure="Couldn't load scores" skeleton={scoresSkeleton}>
      {({ rows }) => (
        <Scores
          scores={rows.map(({ id, ownerId, name, totalHalves }) => ({
            id,
            ownerId,
            displayName: name,
            totalScore: totalHalves,
          }))}
        />
      )}
    </Loaded>
  );
}

function Scores({ scores }: { readonly scores: readonly TestScore[] }) {
  const me = useMe();
  const showToast = useToast();
  const [played, setPlayed] = useState<readonly TestScore[] | null>(null);
  const shown = ranked(played ?? scores);

  function show(next: readonly TestScore[]): void {
    const change = leaderChange(topOf(shown), topOf(next));
    const [first] = ranked(next);
    announceLeader({ change, userId: me.id, name: first?.displayName ?? '', showToast });
    setPlayed(next);
  }

  return (
    <>
      <ol className="-mx-2 max-h-80 overflow-y-auto">
        {shown.map(({ id, ownerId, displayName, totalScore }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 px-2 odd:bg-panel-low">
            <span className="min-w-0 flex-1 truncate">{displayName}</span>
            <span className="font-display text-lg font-semibold">{formatPoints(totalScore)}</span>
            <button
              type="button"
              aria-label={`Give ${displayName} the lead`}
              onClick={() => show(withLead(shown, id, simulatedTop(topOf(shown), { id, ownerId })))}
              className="min-h-11 rounded-lg px-3 font-display font-medium text-turf hover:bg-turf-wash"
            >
              Lead
            </button>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button tone="plain" disabled={shown.length < 2} onClick={() => show(withTie(shown))}>
          Tie at the top
        </Button>
        <Button tone="plain" disabled={played === null} onClick={() => setPlayed(null)}>
          Real scores
        </Button>
      </div>
    </>
  );
}

function topOf(scores: readonly TestScore[]) {
  return weekTop(scores.map(({ id, ownerId, totalScore }) => ({ id, ownerId, score: totalScore })));
}

/** An entry of the pool with its score in halves (specification section 7). */
export interface TestScore {
  readonly id: string;
  readonly ownerId: string;
  readonly displayName: string;
  readonly totalScore: number;
}

/** Best first; equal scores keep their order. */
export function ranked(scores: readonly TestScore[]): readonly TestScore[] {
  return scores.toSorted((a, b) => b.totalScore - a.totalScore);
}

/** The scores, with one entry at the given score. */
export function withLead(
  scores: readonly TestScore[],
  id: string,
  { halves }: Pick<WeekTop, 'halves'>,
): readonly TestScore[] {
  return scores.map((each) => (each.id === id ? { ...each, totalScore: halves } : each));
}

/** The scores, with the second entry level with the first. */
export function withTie(scores: readonly TestScore[]): readonly TestScore[] {
  const [first, second] = ranked(scores);
  const top = Math.max(first?.totalScore ?? 0, halvesOfPoints(1));
  const level = [first?.id, second?.id];
  return scores.map((each) => (level.includes(each.id) ? { ...each, totalScore: top } : each));
}

/** The top of the standings as if one entry went ahead (section 9). */
export function simulatedTop(top: WeekTop, { id, ownerId }: Pick<TestScore, 'id' | 'ownerId'>): WeekTop {
  return { halves: top.halves + halvesOfPoints(SIMULATED_LEAD), entryIds: [id], ownerIds: [ownerId] };
}

const FAILED_TITLE = 'Failed to initialize team data.';

function TeamTest() {
  const showToast = useToast();
  const filling = useMutation({
    mutationFn: () => call('POST /api/teams/initialise', {}),
    onSuccess: ({ added }) => showToast({ type: 'success', title: 'Success', message: addedText(added) }),
    onError: (error) => {
      console.error(FAILED_TITLE, error);
      showToast({ type: 'error', title: 'Error', message: FAILED_TITLE });
    },
  });
  return (
    <TestSection title="Team data" hint="Writes the teams that are missing. Those that are there stay as they are.">
      <Button tone="plain" isPaused={filling.isPending} onClick={() => filling.mutate()}>
        Initialize team data
      </Button>
    </TestSection>
  );
}

function addedText(added: number): string {
  if (added === 0) return 'All teams are there already.';
  return added === 1 ? '1 team was missing.' : `${added} teams were missing.`;
}

interface TestSectionProps {
  readonly title: string;
  /** What can be tried here. */
  readonly hint: string;
  readonly children: ReactNode;
}

function TestSection({ title, hint, children }: TestSectionProps) {
  return (
    <section className="panel p-5 sm:p-6">
      <h2 className="heading text-xl">{title}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{hint}</p>
      {children}
    </section>
  );
}
