import { Button } from '#web/ui/button.tsx';

interface ScenarioProps {
  /** The suppositions in words; empty if there are none. */
  readonly text: string;
  readonly onReset: () => void;
}

/**
 * Says that a supposed result is shown, with a button to reset it. The element is always there, so that screen readers announce the text.
 */
export function Scenario({ text, onReset }: ScenarioProps) {
  const isShown = text !== '';
  return (
    <div className={isShown ? 'panel mt-4 flex flex-wrap items-center justify-between gap-3 p-3' : ''}>
      <p role="status">
        {isShown && (
          <>
            <b className="text-amber">What if</b> {text}.
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
