/** The shape of something that is still loading. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}
