const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Use is noted some minutes apart, so this recent is now. */
const NOW = 15 * MINUTE;

/** How long ago a device was seen, in words. @param ago in ms */
export function seenText(ago: number): string {
  if (ago < NOW) return 'Active now';
  if (ago < HOUR) return `Last seen ${Math.floor(ago / MINUTE)} minutes ago`;
  if (ago < DAY) return `Last seen ${count(ago / HOUR, 'hour')} ago`;
  return `Last seen ${count(ago / DAY, 'day')} ago`;
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
