import { connect } from '#server/store/engine/connect.ts';
import { sessionStatement } from '#server/store/sessions.ts';
import type { RawTask } from './raw/task.ts';

/** The league's own session query in the form that the baseline takes. */
export function querySession(location: string): NonNullable<RawTask['sessionQuery']> {
  const store = connect(location);
  const { sql, parameters } = sessionStatement(store.db)('$TOKEN', { poolId: '$POOL', weekId: '$WEEK' });
  void store.close();
  return { sql, parameters };
}
