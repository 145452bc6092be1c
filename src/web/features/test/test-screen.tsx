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
  leader: { title: 'New Week Leader!', message: 'This is how a new leader is told.' },
  tie: { title: 'Week Leader Update!', message: 'This is how a tie at the top is told.' },
  success: { title: 'Success', message: 'This is how something that worked is told.' },
  error: { title: 'Error', message: 'This is how something that failed is told.' },
  default: { title: 'Hello', message: 'This is how everything else is told.' },
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
