import { useId, useRef } from 'react';
import { admits } from '#core/permissions.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useSoundSwitch } from '#web/lib/sound.ts';
import { setLayer } from '#web/lib/top-layer.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { useMayMakePool, useRequester } from '#web/parts/requester.ts';
import { ExternalLink } from '#web/ui/external-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { screenLinks } from './links.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { Wordmark } from './wordmark.tsx';
import './league.css';
import './print.css';

const headerLinkLook =
  'grid h-16 place-items-center px-3 lg:max-xl:px-2 font-display text-lg font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-3px_0_var(--amber-fill)]';

export function Header() {
  return (
    <header className="bar sticky top-0 low:static z-30 shadow-[0_1px_0_var(--line),0_12px_24px_-18px_var(--shade)]">
      <div className="mx-auto flex h-16 max-w-[78rem] items-center gap-2 px-4 max-narrow:gap-1 max-narrow:px-2 sm:gap-4">
        <Wordmark />
        <div className="flex min-w-0 flex-auto items-center gap-4 lg:max-xl:gap-1 max-md:hidden">
          <div className="flex min-w-0 items-center max-lg:hidden">
            <PoolSelect />
            <NewPoolLink className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:text-ink aria-[current=page]:text-amber" />
          </div>
          <nav aria-label="Screens" className="flex shrink-0">
            {screenLinks.map(({ to, text }) => (
              <Link key={to} to={to} className={headerLinkLook}>
                {text}
              </Link>
            ))}
            <MoneyLink className={headerLinkLook} />
            <AdminLink className={headerLinkLook} />
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
      <Link to="/profile" className={`${headerLinkLook} min-w-0`}>
        <span className="flex w-full min-w-0 max-w-38 items-center gap-1.5 xl:max-w-60">
          <Icon name="user" />
          <span className="truncate" title={name}>
            {name}
          </span>
        </span>
      </Link>
      <SignOutButton className={headerLinkLook} />
    </div>
  );
}

const menuRowLook =
  'flex min-h-12 w-full items-center gap-2 rounded-lg px-3 text-left font-display text-xl font-medium aria-[current=page]:text-amber';

/** The header's links behind a button, for narrow screens. */
function PhoneMenu() {
  const me = useMe();
  const { pool } = usePool();
  const requester = useRequester();
  const id = useId();
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  const row = { onClick: close, className: menuRowLook };
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
        className="panel menu w-[min(20rem,calc(100vw-1.5rem))] p-3 text-ink"
      >
        <PoolSelect onChosen={close} />
        <div className="hash my-3" aria-hidden="true" />
        <Link to="/" {...row}>
          This week
        </Link>
        {screenLinks.map(({ to, text }) => (
          <Link key={to} to={to} {...row}>
            {text}
          </Link>
        ))}
        {pool && admits('commissioner', requester) && (
          <Link to="/pool/manage" {...row}>
            Manage pool
          </Link>
        )}
        <MoneyLink className={menuRowLook} />
        <NewPoolLink named {...row} />
        <AdminLink {...row} />
        <Link to="/profile" {...row}>
          Profile
          <span className="min-w-0 truncate text-base text-ink-soft">{me.displayName || me.email}</span>
        </Link>
        <SoundToggle named className={menuRowLook} />
        <SignOutButton className={menuRowLook} />
      </nav>
    </div>
  );
}

/** @param onChosen called when a pool is chosen */
function PoolSelect({ onChosen }: { readonly onChosen?: () => void }) {
  const id = useId();
  const { status, pools, pool, select, retry } = usePool();
  if (status === 'failed') {
    return (
      <button type="button" onClick={retry} className="panel h-11 w-full px-3 text-left text-sm leading-tight lg:w-52">
        Couldn't load pools. <span className="text-amber underline">Try again</span>
      </button>
    );
  }
  return (
    <div className="min-w-0 lg:w-52">
      <label htmlFor={id} className="sr-only">
        Pool
      </label>
      <select
        id={id}
        disabled={pools.length === 0}
        value={pool?.id ?? ''}
        onChange={(event) => {
          select(event.target.value);
          onChosen?.();
        }}
        className="panel h-11 w-full min-w-0 truncate px-3 font-display text-lg font-medium disabled:text-ink-faint"
      >
        {pools.length === 0 && <option value="">{status === 'loading' ? 'Loading...' : 'No pools available'}</option>}
        {pools.map(({ id: poolId, name }) => (
          <option key={poolId} value={poolId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface MenuLinkProps {
  readonly className: string;
  readonly onClick?: () => void;
}

/** Links those who may make pools to the form: an icon or, if `named`, a menu item with a text. */
function NewPoolLink({ named = false, ...props }: MenuLinkProps & { readonly named?: boolean }) {
  if (!useMayMakePool()) return null;
  return (
    <Link to="/pools/new" {...props}>
      {named ? 'New Pool' : <Icon name="plus" label="New Pool" className="size-6" />}
    </Link>
  );
}

/** Links admins to the admin panel. */
function AdminLink(props: MenuLinkProps) {
  if (!admits('admin', { user: useMe(), isMember: false, isCommissioner: false })) return null;
  return (
    <Link to="/admin" {...props}>
      Admin
    </Link>
  );
}

/** Links to the pool's money page, if it has one. Where the pool's own ledger is in use, only that is named 'Money'. */
function MoneyLink({ className }: { readonly className: string }) {
  const details = usePool().pool?.details;
  if (!details?.moneyUrl) return null;
  return <ExternalLink to={details.moneyUrl} text={details.hasMoney ? 'Pay' : 'Money'} className={className} />;
}

/** Switches sound on and off: an icon or, if `named`, a menu item with a text. */
function SoundToggle({ className, named = false }: { readonly className: string; readonly named?: boolean }) {
  const { on, toggle } = useSoundSwitch();
  const label = on ? 'Switch sounds off' : 'Switch sounds on';
  return (
    <button type="button" onClick={toggle} aria-label={named ? undefined : label} title={label} className={className}>
      {named ? label : <Icon name={on ? 'sound' : 'soundOff'} className="size-6" />}
    </button>
  );
}
