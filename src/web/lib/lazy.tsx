import type { ComponentType, ReactNode } from 'react';
import { useEffect, useState } from 'react';

/** A component whose code is fetched when it is first shown, or a little earlier. */
export interface Lazy<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches the code. A failed fetch is forgotten, so the next one tries again. */
  readonly preload: () => Promise<void>;
}

/**
 * A component whose code is fetched when it is first shown. Code that is loaded renders at once; a failed fetch throws to the next error
 * boundary. React holds back content after a Suspense fallback for 300 ms, in a busy loop, so this does not use Suspense.
 * @param placeholder shown until the code is loaded
 */
export function lazyScreen<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): Lazy<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  function preload(): Promise<void> {
    loading ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: each screen is made once, where its module is loaded
  function Show(props: Props): ReactNode {
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const [, setLoaded] = useState(Loaded !== null);
    useEffect(() => {
      // Needed too if it was loaded after this rendered.
      preload().then(
        () => setLoaded(true),
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    if (failure !== null) throw failure.error;
    return Loaded === null ? placeholder : <Loaded {...props} />;
  }

  return Object.assign(Show, { preload });
}

/** Like `lazyScreen`, for an optional part of a page: if it cannot be fetched, nothing is shown. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): Lazy<Props> {
  return lazyScreen<Props>(() => load().catch(nothing<Props>), placeholder);
}

function nothing<Props>(error: unknown): ComponentType<Props> {
  console.error('A part of the page could not be loaded', error);
  return () => null;
}
