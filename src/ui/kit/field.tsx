/** Form fields with a visible label and a hint that belongs to them. */
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import css from './kit.module.css';

/** A one-line text field. */
export function TextField({ label, hint, ...rest }: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: ReactNode }) {
  const id = useId();
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>{label}</label>
      <input id={id} className={css.input} aria-describedby={hint ? `${id}-hint` : undefined} spellCheck={false} autoComplete="off" {...rest} />
      {hint && <div id={`${id}-hint`} className={css.hint}>{hint}</div>}
    </div>
  );
}

/** A tick box with its label to the right. */
export function CheckField({ label, hint, checked, onChange }: { label: string; hint?: ReactNode; checked: boolean; onChange(checked: boolean): void }) {
  const id = useId();
  return (
    <div className={css.check}>
      <input id={id} type="checkbox" checked={checked} aria-describedby={hint ? `${id}-hint` : undefined} onChange={(event) => onChange(event.target.checked)} />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && <div id={`${id}-hint`} className={css.hint}>{hint}</div>}
      </div>
    </div>
  );
}

/** One choice among a few that are all visible. */
export function RadioField<Value extends string>({ label, value, options, onChange }: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; hint?: ReactNode }[];
  onChange(value: Value): void;
}) {
  const name = useId();
  return (
    <fieldset className={css.radioGroup}>
      <legend>{label}</legend>
      {options.map((option) => (
        <div className={css.check} key={option.value}>
          <input type="radio" id={`${name}-${option.value}`} name={name} checked={option.value === value} onChange={() => onChange(option.value)}
            aria-describedby={option.hint ? `${name}-${option.value}-hint` : undefined} />
          <div>
            <label htmlFor={`${name}-${option.value}`}>{option.label}</label>
            {option.hint && <div id={`${name}-${option.value}-hint`} className={css.hint}>{option.hint}</div>}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

/** One choice among several, of which the chosen one is explained. */
export function SelectField<Value extends string>({ label, value, options, onChange }: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; hint?: string }[];
  onChange(value: Value): void;
}) {
  const id = useId();
  const hint = options.find((option) => option.value === value)?.hint;
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>{label}</label>
      <select id={id} className={css.input} value={value} aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => { const chosen = options.find((option) => option.value === event.target.value); if (chosen) onChange(chosen.value); }}>
        {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
      </select>
      {hint && <div id={`${id}-hint`} className={css.hint}>{hint}</div>}
    </div>
  );
}

/** A boxed remark. */
export function Notice({ tone, children }: { tone?: 'bad' | 'warn'; children: ReactNode }) {
  const look = tone === 'bad' ? css.noticeBad : tone === 'warn' ? css.noticeWarn : '';
  return <div className={`${css.notice} ${look}`} role={tone === 'bad' ? 'alert' : undefined}>{children}</div>;
}
