/** The number of join requests behind a link. */
export function RequestsNote({ requests }: { readonly requests: number }) {
  return (
    <span className="label rounded bg-amber-wash px-1.5 text-amber">
      {requests}
      <span className="sr-only"> {requests === 1 ? 'request to join' : 'requests to join'}</span>
    </span>
  );
}
