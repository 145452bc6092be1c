import { Button } from '#web/ui/button.tsx';

interface ScenarioProps {
  /** The suppositions in words, as `ARI wins`; empty if there are none. */
  readonly text: string;
  /** How it then stands for the viewer, in a word; empty if they do not play. */
  readonly outcome: string;
  readonly onReset: () => void;
}

/**
 * Says that a supposed result is shown and how it then stands, with a button to reset it. It stays in sight while games further down are
 * tapped. The element is always there, so that screen readers announce the text.
 */
export function Scenario({ text, outcome, onReset }: ScenarioProps) {
  const isShown = text !== '';
  return (
    <div
      className={
        isShown ? 'panel sticky top-18 low:static z-10 flex items-center justify-between gap-3 px-3 py-2' : 'sr-only'
      }
    >
      <p role="status" className="min-w-0">
        {isShown && (
          <>
            <b className="text-amber">If {text}</b>
            {outcome !== '' && `: ${outcome}`}
          </>
        )}
      </p>
      {isShown && (
        <Button tone="plain" onClick={onReset}>
          Clear
        </Button>
      )}
    </div>
  );
}
