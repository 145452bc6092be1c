import type { ComponentType, ReactNode } from 'react';
import { use } from 'react';

/** A part of the page that is fetched when it is first wanted, or a little earlier. */
export interface Screen<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches it. A failed try is forgotten, so that the next one asks again. */
  readonly preload: () => Promise<void>;
}

/** Unlike React's own `lazy`, a screen that is there already is drawn at once, without its placeholder in between. */
export function screen<Props extends object = object>(load: () => Promise<ComponentType<Props>>): Screen<Props> {
  let Ready: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  let drawn: Promise<void> | null = null;

  function preload(): Promise<void> {
    loading ??= load().then(
      (component) => {
        Ready = component;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  function draw(props: Props): ReactNode {
    // One try for all drawings: each drawing would else ask again after a failure, without an end.
    if (Ready === null) {
      drawn ??= preload();
      use(drawn);
    }
    return Ready && <Ready {...props} />;
  }

  return Object.assign(draw, { preload });
}
