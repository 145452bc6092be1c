/** Who acts, and when. */
export interface Actor {
  /** The admin; null where somebody works at the command line. */
  readonly adminId: string | null;
  /** The league's clock, in ms. */
  readonly now: number;
}
