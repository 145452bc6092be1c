import type { WeatherKind } from '#core/weather.ts';

/** Icons used only by the cards, drawn on a 24 by 24 grid with a round stroke of 2. */
const cardDrawings = {
  info: 'M12 11v5.5M12 7.2v.6M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  hand: 'M14.5 5.5l4 4M4 20l1-4.5L16 4.5a1.5 1.5 0 0 1 2.2 0l1.3 1.3a1.5 1.5 0 0 1 0 2.2L8.5 19 4 20Z',
  undo: 'M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-4',
  bolt: 'M13 2.5 5 13.5h6l-1 8 8.5-11.5H12.5Z',
  unsent: 'M7 18.5a4.5 4.5 0 0 1-.5-9 6 6 0 0 1 11.3 1.2A4 4 0 0 1 17.5 18.5M12 11.5v9M8.5 15 12 11.5 15.5 15',
  clear:
    'M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  cloud: 'M7 18.5a4.5 4.5 0 0 1-.5-9 6 6 0 0 1 11.3 1.2A4 4 0 0 1 17.5 18.5Z',
  rain: 'M7 14.5a4 4 0 0 1-.3-8 5.5 5.5 0 0 1 10.4 1A3.6 3.6 0 0 1 17 14.5ZM8.5 17.5l-1.2 3M12.8 17.5l-1.2 3M17 17.5l-1.2 3',
  snow: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4 12 6l2.5-2M9.5 20 12 18l2.5 2',
  wind: 'M3 9h10.5a3 3 0 1 0-2.8-4M3 13h15a3 3 0 1 1-2.8 4M3 17h7a2 2 0 1 1-1.9 2.7',
  fog: 'M6.5 11a4 4 0 0 1 .5-4.5 5.5 5.5 0 0 1 10 1 3.6 3.6 0 0 1 1 3.5M3.5 14.5h17M5.5 17.5h13M8 20.5h8',
  indoors: 'M2.5 19.5h19M4 19.5v-5a8 8 0 0 1 16 0v5M4 14.5h16M9.5 19.5v-5M14.5 19.5v-5',
} as const satisfies Record<WeatherKind | 'info' | 'hand' | 'undo' | 'bolt' | 'unsent', string>;

interface DrawingProps {
  readonly name: keyof typeof cardDrawings;
  readonly className?: string;
}

/** A decorative icon; the text beside it carries the meaning. */
export function Drawing({ name, className = 'size-4' }: DrawingProps) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
      <path d={cardDrawings[name]} />
    </svg>
  );
}
