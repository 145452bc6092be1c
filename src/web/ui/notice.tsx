import type { ReactNode } from 'react';
import { failureText } from '#web/lib/api.ts';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';

interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  /** The level of the title: `h1` on a page of its own. */
  readonly heading?: 'h1' | 'h2';
  /** What to do next. */
  readonly children?: ReactNode;
}

/** Shown in place of missing content. */
export function Notice({ icon, title, heading: Heading = 'h2', children }: NoticeProps) {
  return (
    <div className="panel mx-auto my-8 flex max-w-md flex-col items-center gap-3 px-6 py-10 text-center">
      <span className="board grid size-16 place-items-center text-led">
        <Icon name={icon} className="size-8" />
      </span>
      <Heading className="heading text-xl">{title}</Heading>
      {children && <div className="flex flex-col items-center gap-4 text-ink-soft">{children}</div>}
    </div>
  );
}

interface FailureProps extends Pick<NoticeProps, 'title' | 'heading'> {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A failure to load, with a way to try again. */
export function Failure({ title, heading = 'h2', error, onRetry }: FailureProps) {
  return (
    <div role="alert">
      <Notice icon="alert" title={title} heading={heading}>
        <p>{failureText(error)}</p>
        <Button tone="plain" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}
