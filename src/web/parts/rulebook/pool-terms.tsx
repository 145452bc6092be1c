import { sampleExample } from '#core/rules/example.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { lowerFirst, ruleSentences } from '#core/rules/sentences.ts';
import { ruleText } from '#core/rules/words.ts';
import { sideTableWords } from '#core/side-tables.ts';
import type { InvitedPool } from '#web/parts/invitation.tsx';
import { prizeTexts } from '#web/parts/money/plan-draft.ts';
import { prizeText } from '#web/parts/side-tables.ts';

export interface PoolTermsProps {
  readonly pool: Pick<InvitedPool, 'description' | 'rules' | 'hasPlayoffs' | 'plan' | 'sideTables'>;
}

/** What an invitation says after its card: the pool's description, rules and prizes, and a real game of an earlier season under them. */
export function PoolTerms({ pool: { description, hasPlayoffs, plan, sideTables, ...pool } }: PoolTermsProps) {
  const rules = { ...pool.rules, hasPlayoffs };
  const { own, usual } = ruleSentences(rules);
  const money = [
    ...prizeTexts(plan, rules.weekly, sideTables).map((text) => `${text}.`),
    ...sideTables.map((table) => tableText(table, rules.format)),
  ];
  // What players ask first, also if it is standard.
  const lock = ruleText('deadline', rules);
  const others = (texts: readonly string[]) => texts.filter((text) => text !== lock);
  return (
    <div className="break-words">
      {description.trim() !== '' && <p className="mb-3 whitespace-pre-line">{description.trim()}</p>}
      <Lines texts={[lock, ...others(own), ...money, 'Everything else is standard.']} />
      {/* A person who is invited can't open the pool's Rules page. */}
      <details className="mt-1.5">
        <summary className="min-h-11 py-2.5">The standard rules</summary>
        <Lines texts={others(usual)} />
      </details>
      <h3 className="label mt-3 text-ink-soft">Example</h3>
      <p>{sampleExample(rules)}</p>
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

/** `Side table “First half”: most points in Weeks 1 to 9. Prize: $50.` */
function tableText(table: InvitedPool['sideTables'][number], format: PoolRules['format']): string {
  const prize = prizeText(table.cents);
  const counts = lowerFirst(sideTableWords(table, format));
  return `Side table “${table.name}”: ${counts}${prize === null ? '' : ` ${prize}.`}`;
}
