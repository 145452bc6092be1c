import { Link } from '#web/lib/navigation.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { screenLinks } from './links.ts';

/** Links to the screens at the bottom of a phone. */
export function BottomTabs() {
  return (
    <nav
      aria-label="Tabs"
      className="bar fixed inset-x-0 bottom-0 z-30 flex h-(--tabs) pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--line)] md:hidden"
    >
      {screenLinks.map(({ to, text, icon }) => (
        <Link
          key={to}
          to={to}
          className="flex flex-1 flex-col items-center justify-center gap-0.5 low:landscape:flex-row low:landscape:gap-2 text-ink-soft aria-[current=page]:text-amber aria-[current=page]:shadow-[inset_0_3px_0_var(--amber-fill)]"
        >
          <Icon name={icon} className="size-6" />
          <span className="label">{text}</span>
        </Link>
      ))}
    </nav>
  );
}
