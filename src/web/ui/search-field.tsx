import { Icon } from './icon.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What Enter does, instead of sending the form around it. */
  readonly onEnter?: () => void;
}

export function SearchField({ label, value, onChange, onEnter }: SearchFieldProps) {
  return (
    <label className="relative block max-md:flex-1 max-md:basis-52">
      <span className="sr-only">{label}</span>
      <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-ink-faint" />
      <input
        type="search"
        value={value}
        placeholder={label}
        size={label.length}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (onEnter === undefined || event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
        className="panel h-11 pr-3 pl-10 truncate max-md:w-full"
      />
    </label>
  );
}
