import type { MoneyReply } from '#contract/money.ts';
import { listedNames } from '#core/listed.ts';
import type { LiveWeek, WeekNow } from '#core/live-week.ts';
import { weekNow } from '#core/live-week.ts';
import { openWeekShares } from '#core/money.ts';
import { weekName } from '#core/weeks.ts';
import { aboutText } from '#web/parts/money/plan-draft.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';

interface IfEndedNowProps {
  readonly money: MoneyReply;
  /** The week that is being played. */
  readonly weekId: string;
  /** Null until it is loaded. */
  readonly week: LiveWeek | null;
}

/** What a win of the week would pay to those who lead it now; nothing if the week has no prize. Its height is reserved while it loads. */
export function IfEndedNow({ money, weekId, week }: IfEndedNowProps) {
  const prize = money.prizes.find(({ of, isDecided }) => of === weekId && !isDecided);
  if (prize === undefined) return null;
  return (
    <PanelSection title={weekName(weekId)}>
      <p className="flex min-h-14 items-center gap-2 text-lg break-words">
        {week && (
          <>
            <span className="size-1.5 shrink-0 rounded-full bg-live" aria-hidden="true" />
            {ifEndedNowText(money, prize, weekNow(week))}
          </>
        )}
      </p>
    </PanelSection>
  );
}

/** `If it ended now: Alex $40`, or `Alex and Ben $20 each`. */
export function ifEndedNowText(
  { plan, entries }: Pick<MoneyReply, 'plan' | 'entries'>,
  prize: MoneyReply['prizes'][number],
  { winners, numbers }: WeekNow,
): string {
  const won = new Set(winners);
  const others = [...numbers].flatMap(([id, { rank, halves }]) => (won.has(id) || halves === 0 ? [] : [{ id, rank }]));
  const placed = [...winners.map((id) => ({ id, rank: 1 })), ...others];
  const shares = openWeekShares(plan, prize, placed, entries).filter(({ id }) => won.has(id));
  const [first] = shares;
  if (first === undefined) return 'If it ended now: nobody has points yet';
  const names = shares.map(({ id }) => entries.find((entry) => entry.id === id)?.name ?? id);
  // Odd cents go to the first by name, so the amounts may differ by one.
  const isAbout = prize.isAbout === true || shares.some(({ cents }) => cents !== first.cents);
  return `If it ended now: ${listedNames(names)} ${aboutText(first.cents, isAbout)}${names.length > 1 ? ' each' : ''}`;
}
