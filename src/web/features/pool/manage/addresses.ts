/** Where the way leads from the screens on which a pool is run. */
export interface Addresses {
  /** After saving, and by 'Cancel'. */
  readonly back: string;
  /** To enter picks of an entry. */
  readonly picks: (entryId: string) => string;
}
