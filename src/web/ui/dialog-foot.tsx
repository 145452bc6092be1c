import type { ReactNode } from 'react';
import './dialog-foot.css';

/** The actions of a dialog, in view however long it is. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>;
}
