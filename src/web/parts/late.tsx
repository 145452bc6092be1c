import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';

/** A component that is fetched when it is first shown. The page does without one that cannot be fetched. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy<ComponentType<P>>(async () => ({ default: await load().catch(nothing<P>) }));
}

function nothing<P>(error: unknown): ComponentType<P> {
  console.error('A part of the page could not be loaded', error);
  return () => null;
}
