import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { failureText } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

/** Reads on into the past, while there is any. */
export function OlderButton({ query }: { readonly query: Pages }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <div className="mt-4 text-center">
      <Refusal text={isFetchNextPageError ? failureText(error) : null} />
      <Button tone="plain" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? 'Loading...' : 'Show older'}
      </Button>
    </div>
  );
}
