/** Asks before something that cannot be undone. */
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

export interface ConfirmProps {
  open: boolean;
  title: string;
  text: string;
  /** The word on the button that does it, e.g. "Delete". */
  action: string;
  onConfirm(): void;
  onClose(): void;
}

/** A yes/no dialog whose safe answer has the focus. */
export function Confirm({ open, title, text, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} text={text}>
      <DialogActions>
        <Button autoFocus onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={() => { onClose(); onConfirm(); }}>{action}</Button>
      </DialogActions>
    </Dialog>
  );
}
