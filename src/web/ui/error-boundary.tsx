import type { ErrorInfo, ReactNode } from 'react';
import { Component } from 'react';
import { Failure } from './notice.tsx';

interface Props {
  readonly children: ReactNode;
}

/** Shows a failure in place of a page that could not be rendered or loaded. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error('Error showing the page', error, componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main className="px-4 pt-20">
        <Failure heading="h1" title="Couldn't show this page" error={error} onRetry={() => location.reload()} />
      </main>
    );
  }
}
