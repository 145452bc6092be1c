import { useEffect, useState } from 'react';

const listeners = new Set<() => void>();

/** Has the celebration fill the screen. */
export function celebrate(): void {
  for (const listener of listeners) listener();
}

/** How many celebrations there have been since the component came. */
export function useCelebrations(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const listener = () => setCount((last) => last + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return count;
}
