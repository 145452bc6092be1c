import { listText } from '#core/listed.ts';
import { formatDollars } from '#core/money.ts';
import { sampleExample } from '#core/rules/example.ts';
import { ruleLines, ruleSentences } from '#core/rules/sentences.ts';
import type { InvitedPool } from '#web/parts/invitation.tsx';
import { prizesText } from '#web/parts/money/plan-draft.ts';

export interface PoolTermsProps {
  readonly pool: Pick<InvitedPool, 'description' | 'rules' | 'hasPlayoffs' | 'plan' | 'sideTables'>;
}

/** What an invitation says after its card: the pool's description, rules and prizes, and a real game of an earlier season under them. */
export function PoolTerms({ pool: { description, hasPlayoffs, plan, sideTables, ...pool } }: PoolTermsProps) {
  const rules = { ...pool.rules, hasPlayoffs };
  const lines = ruleLines(rules);
  const prizes = prizesText(plan, rules.weekly, sideTables);
  const money = [
    ...(prizes === '' ? [] : [`Prizes: ${prizes}.`]),
    ...(sideTables.length > 0 ? [`Side tables: ${listText(sideTables.map(tableText))}.`] : []),
  ];
  return (
    <div className="break-words">
      {description.trim() !== '' && <p className="mb-3 whitespace-pre-line">{description.trim()}</p>}
      <Lines texts={[...lines, ...money]} />
      {/* A person who is invited can't open the pool's Rules page. */}
      <details className="mt-1.5">
        <summary className="min-h-11 py-2.5">The standard rules</summary>
        <Lines texts={ruleSentences(rules).usual} />
      </details>
      <p className="mt-3 text-ink-soft">{sampleExample(rules)}</p>
    </div>
  );
}

function Lines({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1.5 pl-5 marker:text-amber">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** `First half ($50)` */
function tableText({ name, cents }: InvitedPool['sideTables'][number]): string {
  return cents === 0 ? name : `${name} (${formatDollars(cents)})`;
}
