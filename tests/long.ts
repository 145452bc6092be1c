/**
 * Whether this is a long run, `npm test -- --long`. It adds what takes long by nature: both databases for everything, all
 * random rule sets over all seasons, seasons that are played through servers, races and kills with many rounds.
 */
export const isLong = process.env.PICKEM_TEST_LONG !== undefined;

/** The number of rounds of a test that finds more with each round: a few, or all in a long run. */
export const rounds = (few: number, all: number): number => (isLong ? all : few);
