import fc from 'fast-check';

/** What lands is tried with the same values each time, so that a change is judged by what it changed. Elsewhere each run draws new ones. */
if (process.env.CI) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
