import type { ManageProps } from '#web/features/pool/manage/pool-manager.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileChoice } from './file-choice.tsx';
import { RecentImports } from './recent-imports.tsx';
import { SheetForm } from './sheet-form.tsx';
import { useSheet } from './use-sheet.ts';

/** Imports picks from a spreadsheet, and undoes imports of the last day. */
export function ImportSection({ pool }: ManageProps) {
  return (
    <div className="grid gap-4">
      <ImportPicks pool={pool} />
      <RecentImports poolId={pool.id} rules={pool.settings.rules} />
    </div>
  );
}

function ImportPicks({ pool }: Pick<ManageProps, 'pool'>) {
  const sheet = useSheet();
  const { file, isReading, refusal } = sheet.state;
  const another = (
    <Button tone="plain" onClick={() => sheet.close()}>
      Choose another file
    </Button>
  );
  return (
    <PanelSection title={file === null ? 'Import picks' : file.name} tools={file && another}>
      {file === null ? (
        <FileChoice isReading={isReading} refusal={refusal} onFile={sheet.open} />
      ) : (
        <SheetForm pool={pool} file={file} sheet={sheet} />
      )}
    </PanelSection>
  );
}
