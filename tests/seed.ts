import fc from 'fast-check';

/** CI uses one fixed seed, so that a failure comes from the change under test. Elsewhere each run draws a new seed. */
if (process.env.CI) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
