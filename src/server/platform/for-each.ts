/** Runs `act` for each item in sequence, and continues after failures. @throws the first failure, at the end */
export async function forEach<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await act(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
