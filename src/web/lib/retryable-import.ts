/**
 * An import that can be tried again. Chrome remembers a failed one for as long as the page is open, so a further try asks for
 * the address that the error names with another query.
 */
export function retryableImport<M>(load: () => Promise<M>): () => Promise<M> {
  let failedAt: string | undefined;
  let tries = 0;
  return () => {
    tries += 1;
    const loading: Promise<M> = failedAt ? import(/* @vite-ignore */ `${failedAt}?try=${tries}`) : load();
    return loading.catch((error: unknown) => {
      failedAt = /https?:\S+?\.js/.exec(String(error))?.[0] ?? failedAt;
      throw error;
    });
  };
}
