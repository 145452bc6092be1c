import type { ComponentProps } from 'react';
import { useEffect, useRef } from 'react';
import { parseDollars } from '#core/money.ts';
import { sideTableWords } from '#core/side-tables.ts';
import { enteredOf, hasWrongAmount } from '#web/parts/rulebook/side-table-draft.ts';
import { RemoveTable, SideTableFields } from '#web/parts/rulebook/side-table-fields.tsx';
import { prizeText } from '#web/parts/side-tables.ts';
import { Badge } from '#web/ui/badge.tsx';

interface SideTableFoldProps extends ComponentProps<typeof SideTableFields> {
  readonly onRemove: () => void;
}

/** A table that can be changed: its sentence and its prize, which unfold to its fields. One without a name starts unfolded, in its name. */
export function SideTableFold({ onRemove, ...fields }: SideTableFoldProps) {
  const { table, name, limits, problem } = fields;
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (fold.current === null || fold.current.dataset.unnamed === undefined) return;
    fold.current.open = true;
    fold.current.querySelector('input')?.focus();
  }, []);
  const isFlawed = problem !== null || hasWrongAmount(table);
  return (
    <details ref={fold} data-flawed={isFlawed || undefined} data-unnamed={table.name === '' || undefined}>
      <summary className="min-h-11 py-1">
        <span className="font-medium break-words">{name}</span> {isFlawed && <Badge tone="bad">Check it</Badge>}
        <span className="block text-sm text-ink-soft">
          {[sideTableWords(enteredOf(table), limits.format), prizeText(parseDollars(table.prize) ?? 0)]
            .filter(Boolean)
            .join(' ')}
        </span>
      </summary>
      <div className="mt-2">
        <SideTableFields {...fields} />
        <div className="rule-foot">
          <RemoveTable name={name} onRemove={onRemove} />
        </div>
      </div>
    </details>
  );
}
