import type { AlmanacRecord } from '#contract/almanac.ts';
import { recordWords } from '#core/almanac/words.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';

/** The records of all seasons that were played here; nothing before the first. */
export function Records({ records }: { readonly records: readonly AlmanacRecord[] }) {
  if (records.length === 0) return null;
  return (
    <PanelSection title="Records">
      <dl className="grid gap-2">
        {records.map((record) => {
          const { title, value, holders } = recordWords(record);
          return (
            <div key={record.kind} className="rounded-lg bg-panel-low p-3">
              <dt className="label text-ink-soft">{title}</dt>
              <dd className="font-display text-xl text-amber">{value}</dd>
              {holders.map((holder) => (
                <dd key={holder} className="wrap-anywhere">
                  {holder}
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
    </PanelSection>
  );
}
