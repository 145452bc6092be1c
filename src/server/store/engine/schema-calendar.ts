/** The tables of private calendars (decision 040). */
export interface CalendarSchema {
  calendars: CalendarTable;
  calendar_events: CalendarEventTable;
}

/** The private address of somebody's calendar. */
export interface CalendarTable {
  user_id: string;
  token_hash: string;
  made_at: number;
}

/** An event as calendars were last told of it, whoever's they are. */
export interface CalendarEventTable {
  uid: string;
  /** What of it can change, as text. */
  told: string;
  /** How often it has changed. */
  sequence: number;
  changed_at: number;
}
