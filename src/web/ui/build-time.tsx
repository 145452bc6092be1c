/** Which version this is, and when it was built (section 1). */
export function BuildTime({ className = 'px-4 py-2' }: { readonly className?: string }) {
  const built = new Date(__BUILD_TIME__).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className={`text-right text-xs text-ink-faint ${className}`}>
      Version {__VERSION__} · Build <time dateTime={__BUILD_TIME__}>{built}</time>
    </p>
  );
}
