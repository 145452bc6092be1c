/** Does something with each, one after another, also after it failed with some. @throws the first failure, in the end */
export async function forEach<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await act(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
