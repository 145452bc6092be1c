import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkReply } from '#contract/entries.ts';
import { failureText } from '#web/lib/api.ts';
import { isRefusal } from '#web/lib/query.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { changeText } from './link-words.ts';

interface EffectProps<T> {
  readonly query: UseQueryResult<T>;
  readonly linesOf: (reply: T) => readonly string[];
}

/** What linking an entry or undoing a link would do, or why it can't be done. */
export function Effect<T extends Pick<LinkReply, 'changes'>>({ query, linesOf }: EffectProps<T>) {
  if (isRefusal(query.error)) return <Refusal text={failureText(query.error)} />;
  return (
    <Loaded query={query} failure="Couldn't load the preview" skeleton={<Skeleton className="h-24" />}>
      {(reply) => (
        <div className="grid gap-2">
          {linesOf(reply).map((line) => (
            <p key={line} className="break-words">
              {line}
            </p>
          ))}
          {reply.changes.length > 0 && (
            <ul
              aria-label="Results that change"
              className="grid gap-1 rounded-lg bg-amber-wash px-3 py-2.5 text-sm text-amber"
            >
              {reply.changes.map((change) => (
                <li key={`${change.what} ${change.of}`} className="break-words">
                  {changeText(change)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  );
}
