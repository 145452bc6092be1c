import { useSoundSwitch } from '#web/lib/sound-switch.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Switches the sounds off and on: an icon or, with `named`, the text of a menu item. */
export function SoundToggle({ className, named = false }: { readonly className: string; readonly named?: boolean }) {
  const { on, toggle } = useSoundSwitch();
  const label = on ? 'Switch sounds off' : 'Switch sounds on';
  return (
    <button type="button" onClick={toggle} aria-label={named ? undefined : label} title={label} className={className}>
      {named ? label : <Icon name={on ? 'sound' : 'soundOff'} className="size-6" />}
    </button>
  );
}
