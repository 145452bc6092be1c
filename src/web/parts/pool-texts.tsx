import { TextArea, TextField } from '#web/ui/field.tsx';

interface Texts {
  readonly description: string;
  readonly moneyUrl: string;
}

interface PoolTextsProps {
  readonly values: Texts;
  readonly errors: { readonly [T in keyof Texts]?: string | null | undefined };
  readonly onChange: (key: keyof Texts, text: string) => void;
}

/** The description of a pool and the address of its money page. */
export function PoolTexts({ values, errors, onChange }: PoolTextsProps) {
  return (
    <>
      <TextArea
        label="Description"
        value={values.description}
        onChange={(event) => onChange('description', event.target.value)}
        error={errors.description}
      />
      <TextField
        label="Money URL"
        type="url"
        value={values.moneyUrl}
        autoComplete="off"
        placeholder="https://"
        onChange={(event) => onChange('moneyUrl', event.target.value)}
        error={errors.moneyUrl}
      />
    </>
  );
}
