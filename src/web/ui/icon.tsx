/** Drawn on a 24 by 24 grid with a round stroke of 2. */
const drawings = {
  alert: 'M12 8v5M12 16.5v.5M10.3 4.2 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z',
  arrowDown: 'M12 5v14M6 13l6 6 6-6',
  arrowUp: 'M12 19V5M6 11l6-6 6 6',
  ball: 'M4.5 19.5C2 12 6 3 19.5 4.5 22 12 18 21 4.5 19.5ZM9 15l6-6M10.5 10.5l3 3M4.3 14.5l5.2 5.2M14.5 4.3l5.2 5.2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevronDown: 'M6 9l6 6 6-6',
  chevronLeft: 'M15 5l-7 7 7 7',
  chevronRight: 'M9 5l7 7-7 7',
  clock: 'M12 7v5.5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  cross: 'M6 6l12 12M18 6L6 18',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  gear: 'M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM12 2.5v3.5M12 18v3.5M2.5 12h3.5M18 12h3.5M5.3 5.3l2.5 2.5M16.2 16.2l2.5 2.5M18.7 5.3l-2.5 2.5M7.8 16.2l-2.5 2.5M18 12a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z',
  grid: 'M3.5 5h17v14h-17zM3.5 10h17M9 5v14M15 10v9',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  plus: 'M12 5v14M5 12h14',
  search: 'M16 16l5 5M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  share: 'M12 15V3.5M7.5 7.5L12 3l4.5 4.5M8 10.5H5.5v10h13v-10H16',
  signOut: 'M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5M15 8l4 4-4 4M19 12H9',
  sound: 'M4 9.5v5h3.5L12 18.5V5.5L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  soundOff: 'M4 9.5v5h3.5L12 18.5V5.5L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5',
  star: 'M12 3.5l2.6 5.5 5.9.800-4.3 4.1 1.1 5.9L12 16.9l-5.3 2.9 1.1-5.9L3.5 9.8l5.9-.8Z',
  sun: 'M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  trophy:
    'M7 4h10v6a5 5 0 0 1-10 0zM7 6H3.5c0 3.5 1.5 5 3.8 5.2M17 6h3.5c0 3.5-1.5 5-3.8 5.2M12 15v3M8 20.5h8M9.5 18h5v2.5h-5z',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
} as const;

export type IconName = keyof typeof drawings;

/** The path of an icon, for what is not drawn as SVG. */
export function iconPath(name: IconName): string {
  return drawings[name];
}

interface IconProps {
  readonly name: IconName;
  /** The meaning, if no text beside the icon has it. */
  readonly label?: string;
  readonly className?: string;
}

export function Icon({ name, label, className = 'size-5' }: IconProps) {
  const look = `icon ${className}`;
  if (label === undefined) {
    return (
      <svg viewBox="0 0 24 24" className={look} aria-hidden="true">
        <path d={drawings[name]} />
      </svg>
    );
  }
  return (
    <svg viewBox="0 0 24 24" className={look} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={drawings[name]} />
    </svg>
  );
}
