const built = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export function BuildTime() {
  return (
    <p className="px-4 py-2 text-right text-xs text-ink-faint">
      Build <time dateTime={__BUILD_TIME__}>{built.format(new Date(__BUILD_TIME__))}</time>
    </p>
  );
}
