import type { AuditEntry } from '#contract/log.ts';
import { entryText, entryTime } from './entry-text.ts';

interface EntryListProps {
  readonly entries: readonly AuditEntry[];
  readonly className?: string;
}

/** What admins did, the latest first. */
export function EntryList({ entries, className = '' }: EntryListProps) {
  return (
    <ol className={className}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { act, details, lines, about } = entryText(entry);
  return (
    <li className="striped-row px-4 py-3">
      <p className="font-medium break-words">{act}</p>
      {details.length > 0 && <p className="text-sm break-words whitespace-pre-wrap">{details.join(' · ')}</p>}
      {lines.length > 0 && (
        <ul className="text-sm break-words">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
        <span className="min-w-0 break-words">{about.join(' · ')}</span>
        <time dateTime={new Date(entry.at).toISOString()}>{entryTime(entry.at)}</time>
      </p>
    </li>
  );
}
