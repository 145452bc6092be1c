import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { toastTypes } from '#core/toast.ts';
import { ToastCard } from './toast-card.tsx';
import { useToast } from './toasts.tsx';

function Uses() {
  useToast();
  return null;
}

describe('Toasts', () => {
  it.each(toastTypes)(
    'of the kind %s show title, message and a way to close them, with a sign of their own',
    (type) => {
      const toast = { id: 1, type, title: 'A title', message: 'What happened', durationMs: 5000, showFireworks: false };
      const drawn = renderToStaticMarkup(<ToastCard toast={{ ...toast, leaving: false }} onDismiss={() => {}} />);
      expect(drawn).toContain('A title');
      expect(drawn).toContain('What happened');
      expect(drawn).toContain('aria-label="Close"');
      const others = toastTypes.filter((other) => other !== type);
      for (const other of others) {
        const different = <ToastCard toast={{ ...toast, type: other, leaving: false }} onDismiss={() => {}} />;
        expect(renderToStaticMarkup(different)).not.toBe(drawn);
      }
    },
  );

  it('cannot be asked for outside their provider', () => {
    expect(() => renderToStaticMarkup(<Uses />)).toThrow('useToast must be used within a ToastProvider');
  });
});
