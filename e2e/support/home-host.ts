/** A name of a home network, which browsers do not treat as secure. The browser of the tests finds it on this machine. */
export const HOME_HOST = 'pickem.local';
