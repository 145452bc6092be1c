import { lazyPart } from '#web/lib/lazy.tsx';
import { useSearchValue } from '#web/lib/navigation.tsx';
import type { WhySheetProps } from './why-sheet.tsx';

const WhySheet = lazyPart<WhySheetProps>(async () => (await import('./why-sheet.tsx')).WhySheet);

/** The sheet, loaded when the address asks for it. */
export function WhyAnswer(props: WhySheetProps) {
  const isAsked = useSearchValue('why') !== undefined;
  return isAsked && <WhySheet {...props} />;
}
