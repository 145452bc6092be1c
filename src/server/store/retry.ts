/** How often something is tried while other writers change what it depends on. */
export const TRIES = 10;

/** What PostgreSQL says to one of several transactions that wait in a circle, and to one that a lock overtook (migration 009). */
const again: readonly unknown[] = ['40P01', '40001'];

/** Tries again what PostgreSQL ended for the sake of others; what was written until then is undone. */
export async function withRetry<T>(act: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await act();
    } catch (error) {
      if (time >= TRIES || !again.includes((error as { code?: string }).code)) throw error;
    }
  }
}
