import { ruleSentences } from '#core/rules/words.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LabSection } from './lab-section.tsx';
import { useExample } from './use-example.ts';
import './rules-section.css';

/** What the pool plays by, in words: what is its own first, with one real game; and the lab beside it. */
export function RulesSection({ pool }: SectionProps) {
  const example = useExample(pool);
  if (example === undefined) {
    return (
      <Loading>
        <Skeleton className="h-144" />
      </Loading>
    );
  }
  const { own, usual } = ruleSentences(pool.rules);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <section aria-label="Rules" className="panel min-w-0 p-5 sm:p-6">
        {own.length > 0 && <h2 className="label mb-2 text-amber">Special in this pool</h2>}
        <Sentences texts={own} className="mb-5 text-lg" />
        {own.length > 0 && <h2 className="label mb-2 text-ink-soft">As usual</h2>}
        <Sentences texts={usual} className={own.length > 0 ? 'text-ink-soft' : ''} />
        {example !== null && (
          <div className="mt-5 rounded-lg bg-panel-low p-4">
            <h2 className="label mb-1 text-ink-soft">For example</h2>
            <p>{example}</p>
          </div>
        )}
      </section>
      {pool.rules.format !== 'survivor' && <LabSection pool={pool} />}
    </div>
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
