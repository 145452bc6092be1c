import type { Toast } from '#core/toast.ts';
import { toastTypes } from '#core/toast.ts';
import { playSound } from '#web/lib/sound.ts';
import { useSoundSwitch } from '#web/lib/sound-switch.ts';
import { Screen } from '#web/parts/screen.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { LeaderTest } from './leader-test.tsx';
import { TeamTest } from './team-test.tsx';
import { TestSection } from './test-section.tsx';

const samples: Readonly<Record<Toast['type'], Pick<Toast, 'title' | 'message'>>> = {
  leader: { title: 'New Week Leader!', message: 'This is what a new leader looks like.' },
  tie: { title: 'Week Leader Update!', message: 'This is what a tie at the top looks like.' },
  success: { title: 'Success', message: 'This is what success looks like.' },
  error: { title: 'Error', message: 'This is what a failure looks like.' },
  default: { title: 'Hello', message: 'This is what everything else looks like.' },
};

/** Toasts, sounds and what happens when the lead changes, to be tried by anybody. */
export function TestScreen() {
  return (
    <Screen title="Test page" over="Nothing here touches picks or scores">
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <ToastTest />
        <SoundTest />
        <LeaderTest />
        <TeamTest />
      </div>
    </Screen>
  );
}

function ToastTest() {
  const showToast = useToast();
  return (
    <TestSection title="Toasts" hint="One of each kind, at the top right.">
      <div className="flex flex-wrap gap-2">
        {toastTypes.map((type) => (
          <Button key={type} tone="plain" className="capitalize" onClick={() => showToast({ type, ...samples[type] })}>
            {type}
          </Button>
        ))}
      </div>
    </TestSection>
  );
}

function SoundTest() {
  const { on, toggle } = useSoundSwitch();
  return (
    <TestSection title="Sounds" hint="What the leader hears, and what everybody hears when the lead is shared.">
      <div className="flex flex-wrap gap-2">
        <Button tone="plain" disabled={!on} onClick={() => void playSound('celebration')}>
          Celebration
        </Button>
        <Button tone="plain" disabled={!on} onClick={() => void playSound('tie')}>
          Tie
        </Button>
        {!on && <Button onClick={toggle}>Switch sounds on</Button>}
      </div>
    </TestSection>
  );
}
