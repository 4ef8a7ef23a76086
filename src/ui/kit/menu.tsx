/** A menu behind a button, or at the place of a right click (also Shift-F10 and the menu key). */
import { ContextMenu as Context, DropdownMenu as Dropdown } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import css from './kit.module.css';

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  /** The key that does the same, shown at the right. */
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** What it shows takes the focus; else the menu gives it back to its button, at some moment after it has closed. */
  takesFocus?: boolean;
  run(): void;
}
/** `null` draws a dividing line. */
export type MenuEntries = readonly (MenuEntry | null)[];

/** Opens `entries` under the button given as `children`. */
export function Menu({ entries, children }: { entries: MenuEntries; children: ReactNode }) {
  const taken = useRef(false);
  const select = ({ takesFocus = false, run }: MenuEntry): void => {
    taken.current = takesFocus;
    run();
  };
  return (
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger asChild>{children}</Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content className={css.menu} sideOffset={4} align="end" collisionPadding={8} onCloseAutoFocus={(event) => {
          if (taken.current) event.preventDefault();
          taken.current = false;
        }}>
          {entries.map((entry, at) => entry === null
            ? <Dropdown.Separator key={at} className={css.menuLine} />
            : <Dropdown.Item key={entry.label} className={itemClass(entry)} disabled={entry.disabled} onSelect={() => select(entry)}>{inside(entry)}</Dropdown.Item>)}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

/** Opens `entries` where the pointer is, over the element given as `children`. */
export function ContextMenu({ entries, children }: { entries: MenuEntries; children: ReactNode }) {
  return (
    <Context.Root modal={false}>
      <Context.Trigger asChild>{children}</Context.Trigger>
      <Context.Portal>
        <Context.Content className={css.menu} collisionPadding={8}>
          {entries.map((entry, at) => entry === null
            ? <Context.Separator key={at} className={css.menuLine} />
            : <Context.Item key={entry.label} className={itemClass(entry)} disabled={entry.disabled} onSelect={entry.run}>{inside(entry)}</Context.Item>)}
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  );
}

function itemClass(entry: MenuEntry): string {
  return entry.danger ? `${css.menuItem} ${css.menuDanger}` : css.menuItem;
}

function inside(entry: MenuEntry): ReactNode {
  return <>{entry.icon}<span>{entry.label}</span>{entry.keys && <span className={css.menuKey}>{entry.keys}</span>}</>;
}
