import { useEffect, useRef, useState } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { rulesIn, weekConflicts } from '#core/rules/rulebook.ts';
import { slateText } from '#core/rules/words.ts';
import type { SideTableTerms } from '#core/side-tables.ts';
import { weeksPlayed } from '#core/week-words.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { InvitationBoard } from '#web/parts/invitation.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { useFitWindow } from './fit-window.ts';
import { PoolTerms } from './pool-terms.tsx';

interface PlayersSeeProps {
  readonly name: string;
  readonly description: string;
  /** Of a pool that exists. */
  readonly members?: number;
  readonly rules: PoolRules;
  /** The weeks that the pool plays, in order; none if they are not known yet. */
  readonly weekIds: readonly string[];
  readonly plan: MoneyReply['plan'];
  readonly tables: readonly SideTableTerms[];
}

/** What an invitation says of the pool, beside its rules. On phones it is a sheet. */
export function PlayersSee(props: PlayersSeeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="plain" className="w-full lg:hidden" onClick={() => setOpen(true)}>
        What your players see
      </Button>
      <Beside {...props} />
      {isOpen && (
        <Dialog title="What your players see" onClose={() => setOpen(false)}>
          <div className="pb-4">
            <Preview {...props} />
          </div>
          <DialogFoot>
            <Button tone="plain" className="w-full" onClick={() => setOpen(false)}>
              Close
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  );
}

/** How much of its end fades while more follows, as in `rulebook.css`, in px. */
const FADE = 40;

function Beside(props: PlayersSeeProps) {
  const card = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useFitWindow('.rules-beside', card, box);
  const before = useRef<ReadonlySet<string | null> | null>(null);
  // A line that was added or changed is in view.
  useEffect(() => {
    if (box.current === null) return;
    const lines = [...box.current.querySelectorAll('li:not(details li)')];
    const { current: known } = before;
    const line = known && lines.find(({ textContent }) => !known.has(textContent));
    before.current = new Set(lines.map(({ textContent }) => textContent));
    if (!line) return;
    const [{ top, bottom }, frame] = [line.getBoundingClientRect(), box.current.getBoundingClientRect()];
    const below = bottom - frame.bottom + FADE;
    if (top < frame.top || below > 0) box.current.scrollTop += top < frame.top ? top - frame.top : below;
  });
  return (
    <aside ref={card} aria-label="What your players see" className="players-see rule-card max-lg:hidden">
      <h2 className="heading mb-3 text-lg">What your players see</h2>
      <div ref={box}>
        <div>
          <Preview {...props} />
        </div>
      </div>
    </aside>
  );
}

function Preview({ name, description, members, rules, weekIds, plan, tables }: PlayersSeeProps) {
  const me = useMe();
  const invitation = {
    ...{ poolName: name.trim() || 'Your pool', description, invitedBy: me.displayName, members, rules, plan },
    games: slateText(rules) ?? undefined,
    weeks: weeksPlayed(weekIds) ?? undefined,
    hasPlayoffs: rulesIn(weekIds, rules).hasPlayoffs,
    sideTables: [...tables],
  };
  return (
    <>
      <InvitationBoard invitation={invitation} heading="h3" />
      <PoolTerms pool={invitation} />
    </>
  );
}

interface WeekConflictsProps {
  readonly rules: PoolRules;
  readonly weekIds: readonly string[];
  /** Rules that can't be changed: what they are part of can't be mended. */
  readonly settled?: readonly RuleName[];
  readonly onChange: (some: Partial<PoolRules>) => void;
}

/** Rules that don't fit the weeks of the pool, each with the button that mends it. */
export function WeekConflicts({ rules, weekIds, settled = [], onChange }: WeekConflictsProps) {
  const conflicts = weekConflicts(rules, weekIds).filter(({ mend }) => !settled.some((rule) => rule in mend));
  return (
    <div role="status">
      {conflicts.map(({ text, action, mend }) => (
        <p key={text} className="rule-conflict">
          <span>{text}</span>
          <Button tone="plain" onClick={() => onChange(mend)}>
            {action}
          </Button>
        </p>
      ))}
    </div>
  );
}
