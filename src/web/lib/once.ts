import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** Starts a mutation, unless it is under way: the second of a double tap comes before the page knows of the first. Its `onError` tells of failures. */
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
