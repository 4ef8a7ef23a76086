/** Parts of the page may not come when they are wanted: without a connection, or after another version was put on the server. Without a boundary all of the page would go with them. */
import { Component, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { AppError } from '../../shared/errors.ts';
import { Button } from './button.tsx';
import css from './kit.module.css';

/** The part could not be loaded; anything else is a fault of it. */
class NotLoaded extends Error {}

interface BoundaryProps {
  children: ReactNode;
  /** What is there instead. @param again forgets the failure */
  instead(error: Error, again: () => void): ReactNode;
}

class Boundary extends Component<BoundaryProps, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.instead(error, () => this.setState({ error: undefined })) : this.props.children;
  }
}

/**
 * A component that is loaded when it is first shown, for use within a `Suspense`. When it does not come the page says so and offers to try again; it tries by itself when there is a connection again.
 * @param without what is shown then in its stead, for parts that say the same in other words
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>, without?: (props: Props) => ReactNode): ComponentType<Props> {
  const make = (): ComponentType<Props> => lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      throw new NotLoaded(AppError.from(error).message);
    }
  }) as unknown as ComponentType<Props>;
  let latest = make();

  return function Part(props: Props): ReactNode {
    const [Loaded, setLoaded] = useState(() => latest);
    const retry = (again: () => void): void => {
      loadStyles();
      // What failed once fails for ever.
      if (latest === Loaded) latest = make();
      setLoaded(() => latest);
      again();
    };
    const close = 'onClose' in props && typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined;
    return (
      <Boundary instead={(error, again) => <Missing error={error} retry={() => retry(again)} close={close}>{without?.(props)}</Missing>}>
        <Loaded {...props} />
      </Boundary>
    );
  };
}

/** The page itself. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary instead={(error) => (
      <div className={css.missing} role="alert">
        <p>The page failed: {error.message} Saved files are safe.</p>
        <Button look="primary" onClick={() => location.reload()}>Load the page again</Button>
      </div>
    )}>{children}</Boundary>
  );
}

function Missing({ error, retry, close, children }: { error: Error; retry(): void; close: (() => void) | undefined; children: ReactNode }) {
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  });
  if (children !== undefined && error instanceof NotLoaded) return children;
  return (
    <div className={css.missing} role="alert">
      <p>{error instanceof NotLoaded ? 'A part of the page could not be loaded. Is there a connection? All that is open goes on.' : `A part of the page failed: ${error.message}`}</p>
      <Button look="primary" onClick={retry}>Try again</Button>
      {close && <Button onClick={close}>Dismiss</Button>}
    </div>
  );
}

/** The bundler asks for a style sheet once. */
function loadStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!link.sheet) link.replaceWith(link.cloneNode());
}
