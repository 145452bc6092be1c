import { useId, useRef } from 'react';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { setLayer } from '#web/lib/top-layer.ts';
import { Icon } from '#web/ui/icon.tsx';
import { AdminLink } from './admin-link.tsx';
import { screenLinks } from './links.ts';
import { MoneyLink } from './money-link.tsx';
import { PoolSelect } from './pool-select.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { SoundToggle } from './sound-toggle.tsx';

const row =
  'flex min-h-12 w-full items-center rounded-lg px-3 text-left font-display text-xl font-medium aria-[current=page]:text-amber';

/** The header's links behind a button, where there is no room for them. */
export function PhoneMenu() {
  const me = useMe();
  const id = useId();
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  return (
    <div className="lg:hidden">
      <button type="button" popoverTarget={id} aria-label="Menu" className="grid size-11 place-items-center rounded-lg">
        <Icon name="menu" className="size-6" />
      </button>
      <nav
        ref={menu}
        id={id}
        popover="auto"
        onToggle={({ currentTarget, newState }) => setLayer(currentTarget, newState === 'open')}
        aria-label="Menu"
        className="panel menu w-[min(20rem,calc(100vw-1.5rem))] p-3 text-ink backdrop:bg-black/40"
      >
        <PoolSelect onChosen={close} />
        <div className="hash my-3" aria-hidden="true" />
        {screenLinks.map(({ to, text }) => (
          <Link key={to} to={to} onClick={close} className={row}>
            {text}
          </Link>
        ))}
        <MoneyLink className={row} />
        <AdminLink className={row} onClick={close} />
        <Link to="/profile" onClick={close} className={row}>
          <span className="truncate">{me.displayName || me.email}</span>
        </Link>
        <SoundToggle named className={row} />
        <SignOutButton className={row} />
      </nav>
    </div>
  );
}
