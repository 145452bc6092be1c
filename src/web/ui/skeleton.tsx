/** The shape of something that is still on its way. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}
