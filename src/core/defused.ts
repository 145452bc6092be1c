/**
 * Names in messages that leave the app. Whoever chooses a name must not get a link, a mention or formatting into a message that others trust:
 * each place defuses the signs that mean something to it.
 */

/** How a place is kept from reading more than letters in a name: the signs that it reads, and how each is written instead. */
interface Defusing {
  readonly signs: RegExp;
  readonly write: (sign: string) => string;
}

/** Has no width, and ends what an app takes for an address. */
const GAP = '\u200b';

const slackEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const places = {
  discord: { signs: /[\\`*_~|>#[\]()<@:/.-]/g, write: (sign) => `\\${sign}` },
  /** Slack has no escape but for three entities. */
  slack: { signs: /[&<>*_~`#@:/.]/g, write: (sign) => `${GAP}${slackEntities[sign] ?? sign}${GAP}` },
  /** GroupMe and Telegram have no formatting here, but make links of addresses, mentions, hashtags, cashtags and commands. */
  chat: { signs: /[@#$/:.]/g, write: (sign) => `${sign}${GAP}` },
  /** Mail programs make links of addresses, even in plain text. Whole sentences can be defused: numbers and times stay as they are. */
  mail: { signs: /:(?=\/\/)|(?<=[\p{L}\p{N}])[.@](?=\p{L})/gu, write: (sign) => `${sign}${GAP}` },
} as const satisfies Record<string, Defusing>;

/** A text as a place may show it, without anything that the place would read as more than text. */
export function defused(place: keyof typeof places, text: string): string {
  const { signs, write } = places[place];
  return text.replace(signs, write);
}
