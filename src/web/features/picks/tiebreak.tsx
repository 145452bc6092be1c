import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { slotIn } from '#contract/live.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { gameCounts } from '#core/game.ts';
import { firstLock, isLocked } from '#core/locks.ts';
import { admits } from '#core/permissions.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { tieWinners } from '#core/rules/tie-winners.ts';
import { guessDifference, MAX_GUESS, totalPoints } from '#core/tiebreak.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOwnWeek } from '#web/parts/entries.tsx';
import { shownGuess, usePickSaving } from '#web/parts/picks/pick-context.tsx';
import { failureOf, isWaiting, pendingOf } from '#web/parts/picks/pick-queue.ts';
import { ownPicksQuery, poolQuery } from '#web/parts/queries.ts';
import { useRequester } from '#web/parts/requester.ts';
import { SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Drawing } from './drawing.tsx';
import './tiebreak.css';

interface TiebreakProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  /** Those of the week. */
  readonly games: readonly GameReply[];
  readonly isMember: boolean;
}

/** The viewer's guess of a week's tiebreak game, open until the game locks; commissioners and admins can choose another game. */
export function Tiebreak({ pool: { id: poolId, tiebreaks, rules }, weekId, games, isMember }: TiebreakProps) {
  const requester = useRequester();
  const gid = tiebreaks?.[weekId];
  const game = games.find((each) => each.gid === gid);
  const hasLocked = useClock((now) => now >= (firstLock(games) ?? now));
  if (gid === undefined) return null;
  return (
    <section className="tiebreak panel mt-8 p-4" aria-label="Tiebreak">
      {game === undefined && <p className="text-ink-soft">The tiebreak game is no longer one of this week.</p>}
      {game && !isMember && <h2 className="font-medium">{titleOf(game)}</h2>}
      {game && isMember && <Guess {...{ poolId, weekId, game, rules }} />}
      {admits('commissioner', requester) && !hasLocked && <NameTiebreak {...{ poolId, weekId, gid, games }} />}
    </section>
  );
}

interface GuessProps {
  readonly poolId: string;
  readonly weekId: string;
  readonly game: GameReply;
  readonly rules: PoolRules;
}

function Guess({ poolId, weekId, game, rules }: GuessProps) {
  const { gid } = game;
  const week = useOwnWeek(poolId, weekId).data;
  const own = week && slotIn(week, 'guess', weekId);
  const { pick, ...saving } = usePickSaving(poolId, weekId);
  const closed = useClock((now) => isLocked(game, now)) || !gameCounts(game);
  const pending = pendingOf(saving, 'guess', weekId);
  const isSending = pending?.value.gid === gid;
  // A guess that has not arrived by the lock does not count.
  const guess = shownGuess(gid, own, closed ? undefined : pending);
  // Also a guess of another game, which was the tiebreak when it was made.
  const failure = failureOf(saving, 'guess', weekId);
  const hasFailed = failure !== undefined && !isSending;
  const statusId = useId();
  const state = closed ? (
    <Closed game={game} guess={guess} />
  ) : (
    <Saving
      guess={guess}
      rules={rules}
      isSending={isSending}
      isWaiting={isSending && isWaiting(saving, 'guess', weekId)}
    />
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {closed ? (
          <h2 className="font-medium">{titleOf(game)}</h2>
        ) : (
          <GuessField
            label={titleOf(game)}
            statusId={statusId}
            guess={guess}
            onGuess={(total) => pick({ kind: 'guess', about: weekId, value: { gid, total } })}
          />
        )}
      </div>
      <p id={statusId} role="status" className="tiebreak-state mt-1 flex items-center gap-1.5 text-sm text-ink-soft">
        {closed || !hasFailed ? state : <span className="text-red">{failure}</span>}
      </p>
      {closed && hasFailed && <p className="text-sm text-red">{failure}</p>}
      {own?.reason !== undefined && guess === own.value?.total && (
        <p className="text-sm break-words text-ink-soft">Entered for you{own.reason && `: ${own.reason}`}</p>
      )}
      {own?.value?.cleared && own.value.gid !== gid && guess === null && (
        <p className="text-sm text-amber">
          The tiebreak game changed to {gameName(game)}, and your guess was cleared. Make a new one.
        </p>
      )}
    </>
  );
}

interface GuessFieldProps {
  readonly label: string;
  /** The element with the saved state. */
  readonly statusId: string;
  readonly guess: number | null;
  readonly onGuess: (guess: number | null) => void;
}

/** A guess is saved while it is typed; invalid text is not saved until it is valid. */
function GuessField({ label, statusId, guess, onGuess }: GuessFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (guess === null ? '' : String(guess));
  const isWrong = readGuess(text) === undefined;
  const change = (next: string): void => {
    setTyped(next);
    const read = readGuess(next);
    if (read !== undefined && read !== guess) onGuess(read);
  };
  return (
    <>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(MAX_GUESS).length}
        value={text}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-hint` : statusId}
        onChange={({ target }) => change(target.value)}
        onBlur={() => isWrong || setTyped(null)}
        className="min-h-12 w-24 rounded-lg bg-panel-low px-3.5 text-center font-display text-2xl font-semibold text-ink shadow-[inset_0_0_0_1px_var(--line-strong),inset_0_2px_4px_var(--line)] aria-invalid:shadow-[inset_0_0_0_2px_var(--red)]"
      />
      {isWrong && (
        <p id={`${id}-hint`} className="tiebreak-hint text-sm text-red">
          A whole number from 0 to {MAX_GUESS}.
        </p>
      )}
    </>
  );
}

interface SavingProps {
  readonly guess: number | null;
  readonly rules: PoolRules;
  readonly isSending: boolean;
  readonly isWaiting: boolean;
}

function Saving({ guess, rules, isSending, isWaiting }: SavingProps): ReactNode {
  if (isWaiting)
    return (
      <span className="flex items-center gap-1.5 text-amber">
        <Drawing name="unsent" />
        Not sent yet
      </span>
    );
  if (isSending) return 'Saving...';
  if (guess === null) return `No guess yet. If players are tied, ${tieWinners[rules.tiebreak].replaceAll(/[{}]/g, '')}`;
  return (
    <>
      <Icon name="check" className="size-4 text-turf" />
      Saved: {guess}
    </>
  );
}

function Closed({ game, guess }: { readonly game: GameReply; readonly guess: number | null }): ReactNode {
  if (!gameCounts(game)) return 'This game was called off, so players who are tied share the week.';
  const total = totalPoints(game);
  return (
    <>
      <Icon name="lock" className="size-4" />
      {guess === null
        ? "You didn't guess."
        : `Your guess: ${guess}${total === null ? '' : ` · ${offText(guess, total)}`}`}
    </>
  );
}

function offText(guess: number, total: number): string {
  const difference = guessDifference(guess, total);
  if (difference === 0) return `total ${total}, spot on`;
  return `total ${total}, ${Math.abs(difference)} ${difference > 0 ? 'over' : 'under'}`;
}

/** @returns null for an empty field, undefined for an invalid guess */
function readGuess(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d+$/.test(trimmed) && Number(trimmed) <= MAX_GUESS ? Number(trimmed) : undefined;
}

function gameName({ away, home }: GameReply): string {
  return `${away} at ${home}`;
}

function titleOf(game: GameReply): string {
  return `Tiebreak: total points in ${gameName(game)}`;
}

interface NameTiebreakProps {
  readonly poolId: string;
  readonly weekId: string;
  readonly gid: string;
  readonly games: readonly GameReply[];
}

/** Chooses the tiebreak game, until the week's first lock. */
function NameTiebreak({ poolId, weekId, gid, games }: NameTiebreakProps) {
  const client = useQueryClient();
  const naming = useMutation({
    mutationFn: (next: string) =>
      call('PUT /api/pools/:poolId/weeks/:weekId/tiebreak', { params: { poolId, weekId }, body: { gid: next } }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey });
      await client.invalidateQueries({ queryKey: ownPicksQuery(poolId).queryKey });
    },
    onError: (error) => console.error('Error naming the tiebreak game', error),
  });
  return (
    <div className="mt-3">
      <SelectField
        label="Tiebreak game"
        note="Naming another game clears the guesses that were made."
        value={naming.isPending ? naming.variables : gid}
        options={games.filter(gameCounts).map((game) => [game.gid, `${game.away} at ${game.home}`] as const)}
        onChange={(next) => naming.mutate(next)}
      />
      <Refusal text={naming.error && failureText(naming.error)} />
    </div>
  );
}
