/** A modal dialog: traps the focus, closes on Escape, gives the focus back. */
import { Dialog as Radix } from 'radix-ui';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import css from './kit.module.css';

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** One sentence under the title; screen readers hear it with the title. */
  text: string;
  children?: ReactNode;
}

/** Marks a field that Escape only leaves, for example a name that is being changed: the dialog around it stays open. Radix hears the key before the field does, so that the field cannot keep it to itself. */
export const OWN_ESCAPE = { 'data-own-escape': '' };

/** A modal dialog with a title, a sentence, and whatever it asks for. */
export function Dialog({ open, onClose, title, text, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => { if (!next) onClose(); }}>
      <Radix.Portal>
        <Radix.Overlay className={css.overlay} />
        <Radix.Content className={css.dialog} onEscapeKeyDown={(event) => { if ((event.target as Element).closest('[data-own-escape]')) event.preventDefault(); }}>
          <div className={css.dialogBody}>
            <Radix.Title className={css.dialogTitle}>{title}</Radix.Title>
            <Radix.Description className={css.dialogText}>{text}</Radix.Description>
            {children}
          </div>
          <Radix.Close asChild>
            <IconButton label="Close" className={css.dialogClose}><X size={16} aria-hidden /></IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The row of buttons at a dialog's end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.dialogActions}>{children}</div>;
}
