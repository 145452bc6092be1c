/**
 * What the names of our cookies begin with. Over HTTPS `__Host-` makes browsers refuse a cookie that another subdomain or an
 * unencrypted page sets: it has to be `Secure`, with `Path=/` and without `Domain`.
 */
export function cookiePrefix(secure: boolean): string {
  return secure ? '__Host-pickem' : 'pickem';
}
