import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Starts a mutation unless one is in progress: the second tap of a double tap comes before the page renders again. The mutation's `onError`
 * reports failures.
 */
export function useOnce<T, V>({ mutateAsync }: Pick<UseMutationResult<T, Error, V>, 'mutateAsync'>) {
  const isUnderWay = useRef(false);
  return (variables: V): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const done = () => {
      isUnderWay.current = false;
    };
    mutateAsync(variables).then(done, done);
  };
}
