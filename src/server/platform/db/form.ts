/** The schema version that this code uses. */
export const CURRENT = '058-ids-of-entries';

/**
 * The name of connections to PostgreSQL. A process with this name never writes to a database of an earlier version, so an upgrade need not
 * wait for it.
 */
export const APPLICATION = `pickem ${CURRENT}`;
