import { useTheme } from '#web/lib/theme-provider.tsx';
import { Icon } from './icon.tsx';

export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={label}
      title={label}
      className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:text-ink"
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} className="size-6" />
    </button>
  );
}
