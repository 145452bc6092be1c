import { Button } from '#web/ui/button.tsx';

interface ScenarioProps {
  /** What is supposed, in words; empty where nothing is. */
  readonly text: string;
  readonly onReset: () => void;
}

/** Says that what is shown is supposed, and lets go of it. The place for the words is always there, or they would not be read out. */
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
          Let go
        </Button>
      )}
    </div>
  );
}
