import { stringifySetCookie } from 'cookie';

/**
 * The prefix of our cookie names. Over HTTPS, `__Host-` makes browsers refuse cookies set by another subdomain or an unencrypted page: the
 * cookie must be `Secure`, with `Path=/` and without `Domain`.
 */
export function cookiePrefix(secure: boolean): string {
  return secure ? '__Host-pickem' : 'pickem';
}

/** The `Set-Cookie` of a cookie that only the server reads. @param maxAge in seconds; 0 deletes the cookie */
export function setCookie(secure: boolean, name: string, value: string, maxAge: number): string {
  return stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
}
