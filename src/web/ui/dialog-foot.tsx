import type { ReactNode } from 'react';
import './dialog-foot.css';

/** What can be done, in view however long the dialog is. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>;
}
