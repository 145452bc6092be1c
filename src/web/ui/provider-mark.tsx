const drawings = {
  google: 'M20 6.5A9.5 9.5 0 1 0 21.5 12H12.5',
  facebook: 'M17 3.5h-2A4.5 4.5 0 0 0 10.5 8v13.5M6.5 12h8.5',
  oidc: 'M12 16a4.25 4.25 0 1 1-8.5 0 4.25 4.25 0 0 1 8.5 0ZM11 13l9.5-9.5M16 8l3 3',
} as const;

/** The initial of a provider, or a key. */
export function ProviderMark({ provider }: { readonly provider: keyof typeof drawings }) {
  return (
    <svg viewBox="0 0 24 24" className="icon size-5 text-blue" aria-hidden="true">
      <path d={drawings[provider]} strokeWidth={3} />
    </svg>
  );
}
