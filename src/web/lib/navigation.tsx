import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { AroundNavHandler } from 'wouter';
import { useLocation, useSearch, Link as WouterLink } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { mayLeave } from './leaving.ts';

interface LinkProps extends Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'onClick' | 'aria-label'> {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to another screen; the one to the screen that is shown says so. Says early which screen it may lead to. */
export function Link({ to, ...rest }: LinkProps) {
  const [path] = useLocation();
  const expect = (): void => void window.dispatchEvent(new CustomEvent(EXPECTED, { detail: to }));
  return (
    <WouterLink
      to={to}
      aria-current={isWithin(path, pathOf(to)) ? 'page' : undefined}
      onPointerEnter={expect}
      onFocus={expect}
      {...rest}
    />
  );
}

const EXPECTED = 'screen-expected';

/** Hears of screens that somebody may be about to open. */
export function useExpectedScreens(prepare: (path: string) => void): void {
  useEffect(() => {
    const hear = (event: Event): void => {
      if (event instanceof CustomEvent) prepare(pathOf(event.detail));
    };
    window.addEventListener(EXPECTED, hear);
    return () => window.removeEventListener(EXPECTED, hear);
  }, [prepare]);
}

/** Leads to other paths of this site. */
export function useGo(): (path: string, options?: { readonly replace?: boolean }) => void {
  const [, navigate] = useLocation();
  return navigate;
}

/** One value of the address's search part. */
export function useSearchValue(name: string): string | undefined {
  return new URLSearchParams(useSearch()).get(name) ?? undefined;
}

/**
 * One value of the address's fragment, written like a search part: `#token=…&to=…`. Links carry secrets there, because
 * browsers send it to nobody.
 */
export function useHashValue(name: string): string | undefined {
  const hash = useLocationProperty(() => location.hash);
  return new URLSearchParams(hash.slice(1)).get(name) ?? undefined;
}

/** Every way to another screen: asks before a half-edited form is left, and fetches the screen before it shows it. */
export function goAfter(prepare: (path: string) => Promise<unknown>): AroundNavHandler {
  return (navigate, to, options) => {
    const path = pathOf(String(to));
    if (path === location.pathname) return navigate(to, options);
    if (!mayLeave()) return;
    const go = (): void => navigate(to, options);
    prepare(path).then(go, go);
  };
}

/** Another screen begins at its top; going back, the browser finds its old place itself. */
export function useTopOfScreen(): void {
  const [path] = useLocation();
  const shown = useRef(path);
  const isBack = useRef(false);
  useEffect(() => {
    const note = (): void => {
      isBack.current = true;
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

function isWithin(path: string, place: string): boolean {
  return path === place || (place !== '/' && path.startsWith(`${place}/`));
}

function pathOf(to: string): string {
  return to.split(/[?#]/, 1)[0] ?? '/';
}
