import { isMailable } from '../auth/email.ts';
import type { Variables } from './variables.ts';

/** How the league sends mail. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly smtpUrl: string;
  /** An address, or `Name <address>`. */
  readonly from: string;
}

/** The mail of a league; null where it sends none. */
export function readMail(variables: Variables): MailSettings | null {
  const smtpUrl = variables.text('SMTP_URL');
  const from = variables.read('MAIL_FROM', parseSender, null, "an address, or 'Name <address>'");
  // Not shown as it is: it may hold a password.
  if (smtpUrl && !isSmtpUrl(smtpUrl)) variables.report('SMTP_URL is no smtp:// or smtps:// address.');
  if (smtpUrl && !from && !variables.isWrong('MAIL_FROM')) {
    variables.report('MAIL_FROM is missing: the address that mails come from, such as Pool <pool@example.org>.');
  }
  return smtpUrl && from ? { smtpUrl, from } : null;
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return Boolean(url?.hostname) && /^smtps?:$/.test(url?.protocol ?? '');
}

function parseSender(text: string): string | null {
  const address = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return isMailable(address) ? text : null;
}
