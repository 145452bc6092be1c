import type { ComponentType, LazyExoticComponent, ReactNode } from 'react';
import { lazy, use } from 'react';

/** A screen that is loaded when it is first wanted, or a little earlier. */
export interface LazyScreen<Props extends object> {
  (props: Props): ReactNode;
  /** Loads it. A failed try is forgotten, so that the next one loads again. */
  readonly preload: () => Promise<void>;
}

/** Unlike React's own `lazy`, a screen that is loaded already is drawn at once, without its placeholder in between. */
export function lazyScreen<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  let drawn: Promise<void> | null = null;

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

  function draw(props: Props): ReactNode {
    // One try for all drawings: otherwise each drawing would load again after a failure, without an end.
    if (Loaded === null) {
      drawn ??= preload();
      use(drawn);
    }
    return Loaded && <Loaded {...props} />;
  }

  return Object.assign(draw, { preload });
}

/** A component that is loaded when it is first shown. Where it cannot be loaded, the page does without it. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy<ComponentType<P>>(async () => ({ default: await load().catch(nothing<P>) }));
}

function nothing<P>(error: unknown): ComponentType<P> {
  console.error('A part of the page could not be loaded', error);
  return () => null;
}
