import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** Starts a mutation, unless it is under way: the second of a double tap comes before the page knows of the first. */
export function useOnce<T, V>({ mutate }: Pick<UseMutationResult<T, Error, V>, 'mutate'>): (variables: V) => void {
  const isUnderWay = useRef(false);
  return (variables) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(variables, {
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
}
