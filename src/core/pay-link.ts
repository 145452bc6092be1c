import type { Cents } from './money.ts';
import { typedDollars } from './money.ts';

/** An address at a payment service, up to whom it names. */
const PAGE = /^(https:\/\/(?:www\.)?(venmo\.com|paypal\.me|paypal\.com|cash\.app)\/)([^?#]+)$/i;
/** Whole paths that name who is paid, perhaps with an old amount. Service pages such as Venmo's /code, which names them elsewhere, are none. */
const person = {
  'venmo.com': /^((?:u\/)?(?!(?:u|pay|code|signup|story|account|about|legal|help)\/?$)[\w-]+)\/?$/i,
  'paypal.me': /^([\w.-]+)(?:\/[\d.]+[A-Z]*)?\/?$/i,
  'paypal.com': /^(paypalme\/(?!my\/?$)[\w.-]+)(?:\/[\d.]+[A-Z]*)?\/?$/i,
  'cash.app': /^(\$[\w-]+)(?:\/[\d.]+)?\/?$/i,
} as const;

/**
 * The money link of a pool with an amount and, if the service takes one, a note: of Venmo, PayPal.Me and Cash App. Any other link, or one
 * that names nobody, stays as it is. Nothing is paid through the league (beyond 9).
 * @param moneyUrl a valid address
 */
export function payLink(moneyUrl: string, cents: Cents, note: string): string {
  const [, site = '', host = '', path = ''] = PAGE.exec(moneyUrl) ?? [];
  const service = host.toLowerCase() as keyof typeof person;
  const who = person[service]?.exec(path)?.[1];
  if (who === undefined || cents === 0) return moneyUrl;
  const dollars = typedDollars(cents);
  if (service === 'venmo.com') return `${site}${who}?txn=pay&amount=${dollars}&note=${encodeURIComponent(note)}`;
  return `${site}${who}/${dollars}${service === 'cash.app' ? '' : 'USD'}`;
}
