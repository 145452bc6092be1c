import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { AroundNavHandler } from 'wouter';
import { useLocation, useSearch, Link as WouterLink } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { confirmLeave } from './unsaved-changes.ts';

interface LinkProps
  extends Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'onClick' | 'aria-label' | 'aria-current'> {
  readonly to: string;
  readonly children: ReactNode;
}

/**
 * A link to another screen; marked as current if it leads to the screen that is shown. Preloads its screen when it is hovered or focused.
 */
export function Link({ to, ...rest }: LinkProps) {
  const [path] = useLocation();
  const announce = (): void => void window.dispatchEvent(new CustomEvent(LINK_HOVERED, { detail: to }));
  return (
    <WouterLink
      to={to}
      aria-current={isWithin(path, pathOf(to)) ? 'page' : undefined}
      onPointerEnter={announce}
      onFocus={announce}
      {...rest}
    />
  );
}

const LINK_HOVERED = 'link-hovered';

/** Preloads the screens of links that are hovered or focused. */
export function usePreloadOnHover(preload: (path: string) => void): void {
  useEffect(() => {
    const listener = (event: Event): void => {
      if (event instanceof CustomEvent) preload(pathOf(event.detail));
    };
    window.addEventListener(LINK_HOVERED, listener);
    return () => window.removeEventListener(LINK_HOVERED, listener);
  }, [preload]);
}

/** Returns a function that navigates to another path of this site. The history entry keeps `state`. */
export function useNavigate(): (
  path: string,
  options?: { readonly replace?: boolean; readonly state?: unknown },
) => void {
  const [, navigate] = useLocation();
  return navigate;
}

/** Replaces the current history entry by another path of this site. */
export function Redirect({ path }: { readonly path: string }) {
  const go = useNavigate();
  useEffect(() => go(path, { replace: true }), [go, path]);
  return null;
}

/** One value of the address's query string. */
export function useSearchValue(name: string): string | undefined {
  return new URLSearchParams(useSearch()).get(name) ?? undefined;
}

/**
 * One value of the address's fragment, written like a query string: `#token=…&to=…`. Links carry secrets there, because browsers do not
 * send the fragment.
 */
export function useHashValue(name: string): string | undefined {
  const hash = useLocationProperty(() => location.hash);
  return new URLSearchParams(hash.slice(1)).get(name) ?? undefined;
}

/** Before navigation: asks whether unsaved changes may be lost, and preloads the screen. */
export function createAroundNav(preload: (path: string) => Promise<unknown>): AroundNavHandler {
  return (navigate, to, options) => {
    const path = pathOf(String(to));
    if (path === location.pathname) return navigate(to, options);
    if (!confirmLeave()) return;
    const go = (): void => navigate(to, options);
    preload(path).then(go, go);
  };
}

/** Scrolls to the top on a new screen; on Back, the browser restores the old position. */
export function useScrollToTop(): void {
  const [path] = useLocation();
  const shown = useRef(path);
  const isBack = useRef(false);
  useEffect(() => {
    const note = (): void => {
      isBack.current = location.pathname !== shown.current;
    };
    window.addEventListener('popstate', note);
    return () => window.removeEventListener('popstate', note);
  }, []);
  useLayoutEffect(() => {
    if (shown.current !== path && !isBack.current) window.scrollTo(0, 0);
    shown.current = path;
    isBack.current = false;
  }, [path]);
}

/** The address of this page without one value of its query string. */
export function addressWithout(name: string): string {
  const search = new URLSearchParams(location.search);
  search.delete(name);
  return search.size === 0 ? location.pathname : `${location.pathname}?${search}`;
}

/** Whether a path is a place of this site, or below it. */
export function isWithin(path: string, place: string): boolean {
  return path === place || (place !== '/' && path.startsWith(`${place}/`));
}

/** The path of an address of this site, without its query string. */
export function pathOf(to: string): string {
  return to.split(/[?#]/, 1)[0] ?? '/';
}
