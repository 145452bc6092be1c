/** What the history keeps with a sheet that was opened on its screen: the entry before it is the screen without. */
export const OPENED_HERE = 'why';
