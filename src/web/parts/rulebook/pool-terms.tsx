import { listText } from '#core/listed.ts';
import { formatDollars } from '#core/money.ts';
import { sampleExample } from '#core/rules/example.ts';
import { ruleLines, ruleSentences } from '#core/rules/sentences.ts';
import type { InvitedPool } from '#web/parts/invitation.tsx';
import { prizeTexts } from '#web/parts/money/plan-draft.ts';

export interface PoolTermsProps {
  readonly pool: Pick<InvitedPool, 'description' | 'rules' | 'plan' | 'sideTables'>;
}

/** What an invitation says after its card: the pool's description, rules and prizes, and a real game of an earlier season under them. */
export function PoolTerms({ pool: { description, rules, plan, sideTables } }: PoolTermsProps) {
  const { lines, others } = termsOf(rules);
  const prizes = prizeTexts(plan, rules.weekly, sideTables);
  const money = [
    ...(prizes.length > 0 ? [`Prizes: ${prizes.join('; ')}.`] : []),
    ...(sideTables.length > 0 ? [`Side tables: ${listText(sideTables.map(tableText))}.`] : []),
  ];
  return (
    <div className="break-words">
      {description.trim() !== '' && <p className="mb-3 whitespace-pre-line">{description.trim()}</p>}
      <Lines texts={[...lines, ...money]} />
      {others.length > 0 && (
        <details className="mt-1.5">
          <summary className="min-h-11 py-2.5">Everything else is standard</summary>
          <Lines texts={others} />
        </details>
      )}
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

/**
 * The rules in a few lines, and the others. Where the last line isn't the summary of what is standard, it refers to the Rules page, which
 * only members can open: the standard rules are listed instead.
 */
function termsOf(rules: InvitedPool['rules']): {
  readonly lines: readonly string[];
  readonly others: readonly string[];
} {
  const lines = ruleLines(rules);
  const { usual, summary } = ruleSentences(rules);
  if (lines.at(-1) === summary) return { lines, others: [] };
  return { lines: lines.slice(0, -1), others: usual.filter((text) => !lines.includes(text)) };
}
