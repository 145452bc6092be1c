import { Icon } from './icon.tsx';

/** Why an action was refused. The element is always there, so that screen readers announce the text when it appears. */
export function Refusal({ text }: { readonly text: string | null }) {
  return (
    <div role="alert">
      {text !== null && (
        <p className="mb-4 flex items-start gap-2 rounded-lg bg-red-wash px-3 py-2.5 text-red">
          <Icon name="alert" />
          {text}
        </p>
      )}
    </div>
  );
}
