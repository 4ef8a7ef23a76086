/** Asks before something that cannot be undone. */
import { later } from './later.tsx';

export interface ConfirmProps {
  open: boolean;
  title: string;
  text: string;
  /** The word on the button that does it, e.g. "Delete". */
  action: string;
  onConfirm(): void;
  onClose(): void;
}

const ConfirmDialog = later(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** A yes/no dialog whose safe answer has the focus. */
export function Confirm(props: ConfirmProps) {
  return props.open ? <ConfirmDialog {...props} /> : null;
}
