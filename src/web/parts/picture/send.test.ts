import { afterEach, expect, test, vi } from 'vitest';
import { sendFile } from './send.ts';

const file = new File(['png'], 'pickem-standings.png', { type: 'image/png' });

afterEach(() => vi.unstubAllGlobals());

test('opens the share sheet with the picture where there is one', async () => {
  const share = vi.fn(() => Promise.resolve());
  const save = vi.fn();
  vi.stubGlobal('navigator', { canShare: () => true, share });
  expect(await sendFile(file, save)).toBe('shared');
  expect(share).toHaveBeenCalledWith({ files: [file] });
  expect(save).not.toHaveBeenCalled();
});

test('is downloaded if the browser refuses to share, and nothing happens if the person cancels', async () => {
  const refused = (name: string) => () => Promise.reject(new DOMException('', name));
  const save = vi.fn();
  vi.stubGlobal('navigator', { canShare: () => true, share: refused('AbortError') });
  expect(await sendFile(file, save)).toBe('canceled');
  expect(save).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { canShare: () => true, share: refused('NotAllowedError') });
  expect(await sendFile(file, save)).toBe('downloaded');
  vi.stubGlobal('navigator', { canShare: () => false });
  expect(await sendFile(file, save)).toBe('downloaded');
  vi.stubGlobal('navigator', {});
  expect(await sendFile(file, save)).toBe('downloaded');
  expect(save).toHaveBeenCalledTimes(3);
  expect(save).toHaveBeenLastCalledWith(file);
});
