import { listText } from '#core/listed.ts';
import type { MessageContent } from './layout.ts';
import { renderHtml, renderText } from './layout.ts';
import type { Mail } from './mailer.ts';

/** The recipient and the league of a message. */
export interface MessageHeader {
  readonly to: string;
  readonly site: string;
  readonly poolName: string | null;
}

/** Leads to a page that sets a new password. */
export function resetMessage(header: MessageHeader, url: string, minutes: number): Mail {
  return messageOf(header, {
    subject: "Set a new password for Pick'em",
    heading: 'Set a new password',
    paragraphs: [
      "Someone asked for a new password for your Pick'em account.",
      `The link works once, for the next ${minutes} minutes. Setting a new password signs you out on all your devices.`,
      codeText(url),
    ],
    button: { text: 'Set a new password', url },
    foot: "Didn't ask for this? Ignore this email: your password stays as it is.",
  });
}

/** For mail programs that drop the end of a link. */
function codeText(url: string): string {
  const code = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
  return `If the page asks for a code, enter this one: ${code}`;
}

/** Leads to a page that verifies the address. */
export function verifyMessage(header: MessageHeader, url: string, days: number): Mail {
  return messageOf(header, {
    subject: "Confirm your email for Pick'em",
    heading: 'Confirm your email',
    paragraphs: [
      "Welcome to Pick'em! One tap confirms that this address is yours. On another device, sign in first.",
      `You can play right away. The link works for ${days} days.`,
      codeText(url),
    ],
    button: { text: 'Confirm my email', url },
    foot: "Didn't sign up for Pick'em? Ignore this email: the address stays unconfirmed.",
  });
}

/** Notifies the owner of an account of a changed password. */
export function passwordChangedMessage(header: MessageHeader): Mail {
  return messageOf(header, {
    subject: "Your password for Pick'em was changed",
    heading: 'Your password was changed',
    paragraphs: [
      "The password of your Pick'em account has just been changed, and every other device was signed out.",
      "If that was you, you're all set.",
    ],
    button: { text: "Open Pick'em", url: new URL('/', header.site).href },
    foot: "Not you? Choose 'Forgot Password?' on the sign-in page right away to set a new one, and tell your admin.",
  });
}

/** A device that signs in for the first time. */
export interface NewDevice {
  /** In words, like the network. */
  readonly device: string;
  readonly network: string;
  /** The providers that the page for a new password offers to disconnect, by name. */
  readonly providers: readonly string[];
}

/** Notifies the owner of an account of a device that has not signed in to it before. */
export function newDeviceMessage(header: MessageHeader, { device, network, providers }: NewDevice): Mail {
  const cure =
    providers.length === 0
      ? ' and set a new password'
      : `, set a new password and check 'Also disconnect ${listText(providers)}'`;
  return messageOf(header, {
    subject: `New sign-in on ${device}`,
    heading: 'New sign-in',
    paragraphs: [
      `Somebody just signed in to your Pick'em account on ${device}, from the network ${network}.`,
      "If that was you, you're all set.",
    ],
    button: { text: 'See where you are signed in', url: new URL('/profile/security', header.site).href },
    foot: `Not you? Choose 'Forgot Password?' on the sign-in page${cure}, which signs out every device.`,
  });
}

/** Notifies the owner of an account of a connected provider. */
export function providerConnectedMessage(header: MessageHeader, provider: string): Mail {
  return messageOf(header, {
    subject: `${provider} was connected to your Pick'em account`,
    heading: `${provider} was connected`,
    paragraphs: [`You can now sign in to Pick'em with ${provider}.`, "If that was you, you're all set."],
    button: { text: 'Open your profile', url: new URL('/profile/security', header.site).href },
    foot: `Not you? Choose 'Forgot Password?' on the sign-in page, set a new password and check 'Also disconnect', which takes ${provider} off and signs out every device.`,
  });
}

/** Notifies the owner of an account of a disconnected provider. */
export function providerRemovedMessage(header: MessageHeader, provider: string): Mail {
  return messageOf(header, {
    subject: `${provider} was disconnected from your Pick'em account`,
    heading: `${provider} was disconnected`,
    paragraphs: [`You can no longer sign in to Pick'em with ${provider}.`, "If that was you, you're all set."],
    button: { text: 'Open your profile', url: new URL('/profile/security', header.site).href },
    foot: "Not you? Choose 'Forgot Password?' on the sign-in page and set a new password, which signs out every device.",
  });
}

/** A change of the ways to sign in to an account, or something about them that the owner should know. */
export type SignInChange =
  | 'passkey added'
  | 'passkey removed'
  | 'second factor on'
  | 'second factor off'
  | 'recovery code used'
  | 'wrong codes';

const signInChanges: Readonly<Record<SignInChange, { readonly heading: string; readonly text: string }>> = {
  'passkey added': { heading: 'A passkey was added', text: "You can now sign in to Pick'em with it." },
  'passkey removed': { heading: 'A passkey was removed', text: "You can no longer sign in to Pick'em with it." },
  'second factor on': {
    heading: 'Your second factor is on',
    text: 'From now on we ask for a code from your app when you sign in. Every other device was signed out.',
  },
  'second factor off': {
    heading: 'Your second factor is off',
    text: 'We no longer ask for a code when you sign in.',
  },
  'recovery code used': {
    heading: 'A recovery code was used',
    text: 'Somebody just signed in to your account with your password and one of your recovery codes, which is used up now.',
  },
  'wrong codes': {
    heading: 'Somebody entered wrong codes',
    text: 'Somebody knew your password, or signed in with your provider, and then entered too many wrong codes. They have to wait a few minutes.',
  },
};

export function signInChangeMessage(header: MessageHeader, change: SignInChange): Mail {
  const { heading, text } = signInChanges[change];
  return messageOf(header, {
    subject: `${heading} on Pick'em`,
    heading,
    paragraphs: [text, "If that was you, you're all set."],
    button: { text: 'Open your profile', url: new URL('/profile/security', header.site).href },
    foot: "Not you? Choose 'Forgot Password?' on the sign-in page, set a new password and check the box below it, which removes all passkeys. Setting it signs out every device. Then tell your admin.",
  });
}

/** Confirms to the former owner of an account that it is closed. */
export function accountClosedMessage(header: MessageHeader): Mail {
  return messageOf(header, {
    subject: "Your Pick'em account is closed",
    heading: 'Your account is closed',
    paragraphs: [
      'Your account, your address and your devices are deleted. This is the last email you get from us.',
      "What you played stays in your pools' standings as 'Former player'.",
    ],
    button: { text: "Open Pick'em", url: new URL('/', header.site).href },
    foot: "Not you? Tell your admin right away: a closed account can't be opened again.",
  });
}

/** Renders a message as text and HTML. */
export function messageOf(header: MessageHeader, words: Omit<MessageContent, 'poolName' | 'site'>): Mail {
  const content: MessageContent = { ...words, poolName: header.poolName, site: header.site };
  return { to: header.to, subject: words.subject, text: renderText(content), html: renderHtml(content) };
}
