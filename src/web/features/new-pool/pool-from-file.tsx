import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** Makes a pool from a file that another league saved, and opens it. */
export function PoolFromFile() {
  const input = useRef<HTMLInputElement>(null);
  const { select } = usePool();
  const poolsChanged = usePoolsChanged();
  const go = useNavigate();
  const making = useMutation({
    mutationFn: async (file: File) => call('POST /api/pools/packed-file', { body: { packed: await pack(file) } }),
    onSuccess: async ({ id: poolId }) => {
      await poolsChanged();
      select(poolId);
      go('/pool');
    },
    onError: (error) => console.error('Error creating the pool from a file', error),
  });
  return (
    <div>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
        Have a saved pool?
        <Button tone="text" isPaused={making.isPending} onClick={() => input.current?.click()}>
          {making.isPending ? 'Reading...' : 'Choose a file'}
        </Button>
      </p>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label="Pool file"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again after it was changed.
          target.value = '';
          if (file && !making.isPending) making.mutate(file);
        }}
      />
      {making.isError && <Flaws error={making.error} />}
    </div>
  );
}

/** Why no pool was made: a line for each flaw of the file. */
function Flaws({ error }: { readonly error: Error }) {
  const isFlawed = error instanceof ApiError && error.code === 'flawed_pool_file';
  const lines = isFlawed ? error.message.split('\n') : [];
  return (
    <div className="mt-4">
      <Refusal text={isFlawed ? 'There are errors in this file. Nothing was created.' : textOf(error)} />
      {lines.length > 0 && (
        <ul className="grid gap-1 text-sm text-ink-soft">
          {lines.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function textOf(error: Error): string {
  if (error instanceof UnreadableFile) return "This isn't a pool file. Nothing was created.";
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return failureText(error);
  return `This isn't a pool file: ${error.message}`;
}

class UnreadableFile extends Error {}

/** A file compressed with gzip, in Base64; the server checks the rest. @throws UnreadableFile if it is not JSON */
async function pack(file: File): Promise<string> {
  try {
    JSON.parse(await file.text());
  } catch {
    throw new UnreadableFile(file.name);
  }
  const packed = file.stream().pipeThrough(new CompressionStream('gzip'));
  const address = await addressOf(await new Response(packed).blob());
  return address.slice(address.indexOf(',') + 1);
}

/** The contents of a file as a `data:` URL. */
function addressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
