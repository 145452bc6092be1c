import { admits } from '#core/permissions.ts';
import { addressOf } from '#web/lib/api.ts';
import { useRequester } from '#web/parts/requester.ts';

/** The files of a pool, folded: tables for spreadsheets, and the whole pool for those who run it. */
export function PoolDownloads({ poolId }: { readonly poolId: string }) {
  const requester = useRequester();
  const params = { poolId };
  const tables = [
    ['Picks', addressOf('GET /api/pools/:poolId/picks.csv', { params })],
    ['Games', addressOf('GET /api/pools/:poolId/games.csv', { params })],
    ['Scores', addressOf('GET /api/pools/:poolId/scores.csv', { params })],
  ] as const;
  return (
    <details>
      <summary className="py-3 text-ink-soft">Download</summary>
      <ul className="flex flex-wrap gap-x-5">
        {tables.map(([text, address]) => (
          <li key={text}>
            <Download text={`${text} (CSV)`} address={address} />
          </li>
        ))}
        {admits('commissioner', requester) && (
          <li>
            <Download text="Save this pool as a file" address={addressOf('GET /api/pools/:poolId/file', { params })} />
          </li>
        )}
      </ul>
      <p className="text-sm text-ink-soft">Picks are included once they lock.</p>
    </details>
  );
}

function Download({ text, address }: { readonly text: string; readonly address: string }) {
  return (
    <a href={address} download className="inline-flex min-h-11 items-center text-blue underline">
      {text}
    </a>
  );
}
