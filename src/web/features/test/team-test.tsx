import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TestSection } from './test-section.tsx';

const FAILED = 'Failed to initialize team data.';

export function TeamTest() {
  const showToast = useToast();
  const filling = useMutation({
    mutationFn: () => call('POST /api/teams/initialise', {}),
    onSuccess: ({ added }) => showToast({ type: 'success', title: 'Success', message: addedText(added) }),
    onError: (error) => {
      console.error(FAILED, error);
      showToast({ type: 'error', title: 'Error', message: FAILED });
    },
  });
  return (
    <TestSection title="Team data" hint="Writes the teams that are missing. Those that are there stay as they are.">
      <Button tone="plain" isPaused={filling.isPending} onClick={() => filling.mutate()}>
        Initialize team data
      </Button>
    </TestSection>
  );
}

function addedText(added: number): string {
  if (added === 0) return 'All teams are there already.';
  return added === 1 ? '1 team was missing.' : `${added} teams were missing.`;
}
