import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { AdminLink } from './admin-link.tsx';
import { screenLinks } from './links.ts';
import { MoneyLink } from './money-link.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import { PoolSelect } from './pool-select.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { SoundToggle } from './sound-toggle.tsx';
import { Wordmark } from './wordmark.tsx';
import './league.css';
import './print.css';

const link =
  'grid h-16 place-items-center px-3 lg:max-xl:px-2 font-display text-lg font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-3px_0_var(--amber-fill)]';

export function Header() {
  return (
    <header className="bar sticky top-0 low:static z-30 shadow-[0_1px_0_var(--line),0_12px_24px_-18px_var(--shade)]">
      <div className="mx-auto flex h-16 max-w-[78rem] items-center gap-2 px-4 sm:gap-4">
        <Wordmark />
        <div className="flex min-w-0 flex-auto items-center gap-4 max-md:hidden">
          <div className="flex min-w-0 max-lg:hidden">
            <PoolSelect />
          </div>
          <nav aria-label="Screens" className="flex shrink-0">
            {screenLinks.map(({ to, text }) => (
              <Link key={to} to={to} className={link}>
                {text}
              </Link>
            ))}
            <MoneyLink className={link} />
            <AdminLink className={link} />
          </nav>
        </div>
        <div className="flex min-w-0 items-center max-md:ml-auto">
          <SoundToggle className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:text-ink max-lg:hidden" />
          <ThemeToggle />
          <Account />
          <PhoneMenu />
        </div>
      </div>
    </header>
  );
}

function Account() {
  const { displayName, email } = useMe();
  const name = displayName || email;
  return (
    <div className="flex min-w-0 items-center max-lg:hidden">
      <Link to="/profile" className={`${link} min-w-0`}>
        <span className="flex w-full min-w-0 max-w-38 items-center gap-1.5 xl:max-w-60">
          <Icon name="user" />
          <span className="truncate" title={name}>
            {name}
          </span>
        </span>
      </Link>
      <SignOutButton className={link} />
    </div>
  );
}
