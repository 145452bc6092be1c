/** The schema version that this code uses. */
export const CURRENT = '056-unlisted-changes';

/**
 * The name of connections to PostgreSQL. A process with this name never writes to a database of an earlier version, so an upgrade need not
 * wait for it.
 */
export const APPLICATION = `pickem ${CURRENT}`;
