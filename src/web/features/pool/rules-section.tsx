import type { PoolRules } from '#core/rules/pool-rules.ts';
import { tellRules } from '#core/rules/words.ts';
import './rules-section.css';

interface RulesSectionProps {
  readonly rules: PoolRules;
  /** One real game by these rules; null where none is over. */
  readonly example: string | null;
}

/** What the pool plays by, in words: what is its own first. */
export function RulesSection({ rules, example }: RulesSectionProps) {
  const { own, usual } = tellRules(rules);
  return (
    <section aria-label="Rules" className="panel min-w-0 p-5 sm:p-6">
      <h2 className="heading mb-3 text-xl">Rules</h2>
      {own.length > 0 && <h3 className="label mb-2 text-amber">Special in this pool</h3>}
      <Sentences texts={own} className="mb-5 text-lg" />
      {own.length > 0 && <h3 className="label mb-2 text-ink-soft">As usual</h3>}
      <Sentences texts={usual} className={own.length > 0 ? 'text-ink-soft' : ''} />
      {example !== null && (
        <div className="mt-5 rounded-lg bg-panel-low p-4">
          <h3 className="label mb-1 text-ink-soft">For example</h3>
          <p>{example}</p>
        </div>
      )}
    </section>
  );
}

function Sentences({ texts, className }: { readonly texts: readonly string[]; readonly className: string }) {
  if (texts.length === 0) return null;
  return (
    <ul className={`rule-list ${className}`}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
