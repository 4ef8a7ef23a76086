/** Buttons: one for words, one for an icon that must be named for people who do not see it. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import css from './kit.module.css';

type Native = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

/** A button with a text. */
export function Button({ look, className, ...rest }: Native & { look?: 'primary' | 'danger' | 'quiet' }) {
  const classes = [css.button, look && css[look], className].filter(Boolean).join(' ');
  return <button type="button" className={classes} {...rest} />;
}

/** A button that shows only an icon; `label` is its name and its tooltip. */
export function IconButton({ label, children, className, ...rest }: Native & { label: string; children: ReactNode }) {
  return (
    <button type="button" className={[css.icon, className].filter(Boolean).join(' ')} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}
