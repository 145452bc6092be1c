import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './notice.tsx';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** The title of a failure: "Couldn't load games". */
  readonly failure: string;
  /** Shown while it loads. */
  readonly skeleton: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Shows data once it is loaded. Data that could not be read again stays on the page: see `ConnectionStatus`. */
export function Loaded<T>({ query, failure, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError && !query.isFetching) {
    return <Failure title={failure} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Loading>{skeleton}</Loading>;
}

export function Loading({ children }: { readonly children: ReactNode }) {
  return (
    <div aria-busy="true" className="relative">
      <p role="status" className="loading-text absolute inset-x-0 top-4 z-1 text-center text-ink-soft">
        Loading...
      </p>
      {children}
    </div>
  );
}

/** The placeholder of something that is still loading. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}
