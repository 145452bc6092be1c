import type { ToastType } from '#core/toast.ts';
import { CloseButton } from '#web/ui/close-button.tsx';
import type { IconName } from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { ShownToast } from './toast-stack.ts';

interface Look {
  readonly icon: IconName;
  readonly color: string;
}

const looks: Readonly<Record<ToastType, Look>> = {
  leader: { icon: 'trophy', color: 'text-amber' },
  tie: { icon: 'star', color: 'text-amber' },
  success: { icon: 'check', color: 'text-turf' },
  error: { icon: 'alert', color: 'text-red' },
  default: { icon: 'ball', color: 'text-ink-soft' },
};

interface ToastCardProps {
  readonly toast: ShownToast;
  readonly onDismiss: () => void;
}

export function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const { type, title, message, leaving } = toast;
  const { icon, color } = looks[type];
  return (
    <div
      data-leaving={leaving || undefined}
      className="panel pointer-events-auto flex w-full max-w-96 items-start gap-3 py-2 pr-1 pl-4 transition-[opacity,translate] duration-300 data-leaving:translate-x-6 data-leaving:opacity-0 starting:translate-x-6 starting:opacity-0"
    >
      <Icon name={icon} className={`mt-2 size-6 ${color}`} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="heading text-lg">{title}</p>
        {message !== '' && <p className="text-sm break-words text-ink-soft">{message}</p>}
      </div>
      <CloseButton onClose={onDismiss} />
    </div>
  );
}
