import { useState } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { rulesIn, weekConflicts } from '#core/rules/rulebook.ts';
import { slateText } from '#core/rules/words.ts';
import type { SideTableTerms } from '#core/side-tables.ts';
import { weeksPlayed } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { InvitationBoard } from '#web/parts/invitation.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { PoolTerms } from './pool-terms.tsx';

interface PlayersSeeProps {
  readonly name: string;
  readonly description: string;
  readonly members: number;
  readonly rules: PoolRules;
  /** The weeks that the pool plays, in order; none if they are not known yet. */
  readonly weekIds: readonly string[];
  readonly plan: MoneyReply['plan'];
  readonly tables: readonly SideTableTerms[];
}

/** What an invitation says of the pool. On phones it is a sheet. */
export function PlayersSee(props: PlayersSeeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="plain" className="w-full lg:hidden" onClick={() => setOpen(true)}>
        What your players see
      </Button>
      <aside aria-label="What your players see" className="players-see max-lg:hidden">
        <h2 className="heading mb-3 text-lg">What your players see</h2>
        <Preview {...props} />
      </aside>
      {isOpen && (
        <Dialog title="What your players see" onClose={() => setOpen(false)}>
          <Preview {...props} />
          <DialogFoot>
            <Button className="w-full" onClick={() => setOpen(false)}>
              Close
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
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
