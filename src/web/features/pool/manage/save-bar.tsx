import { Link } from '#web/lib/navigation.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import './save-bar.css';

interface SaveBarProps {
  /** What the button says. */
  readonly action?: string;
  /** The address that 'Cancel' opens. */
  readonly back: string;
  readonly isReady: boolean;
  readonly isSaving: boolean;
  readonly isChanged: boolean;
  /** What is left to do before the form can be saved; a press leads there. */
  readonly todo: string | null;
  readonly onTodo: () => void;
  readonly refusal: string | null;
}

/** The end of a form that is saved as a whole. It stays at the bottom of the window while the form is longer than that. */
export function SaveBar({
  action = 'Save Pool',
  back,
  isReady,
  isSaving,
  isChanged,
  todo,
  onTodo,
  refusal,
}: SaveBarProps) {
  return (
    <div className="save-bar">
      <Refusal text={refusal} />
      <div className="flex flex-wrap items-center justify-end gap-x-3">
        <p role="status" className="min-w-0 flex-1 basis-full text-sm text-amber sm:basis-0">
          {todo === null ? (
            isChanged && 'Not saved yet'
          ) : (
            <button type="button" onClick={onTodo} className="min-h-8 text-left underline underline-offset-4">
              {todo}
            </button>
          )}
        </p>
        <Link to={back} className={`${buttonLook('plain')} max-sm:flex-1`}>
          Cancel
        </Link>
        <Button type="submit" disabled={!isReady} className="max-sm:flex-1">
          {isSaving ? 'Saving...' : action}
        </Button>
      </div>
    </div>
  );
}
