import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code is loaded when it is first shown; until then, `meanwhile` shows. If loading fails, the next
 * error boundary shows it.
 *
 * Not `React.lazy`: it suspends even if the code is there, and React keeps back what was suspended until the fallback
 * has shown for 300 ms (`FALLBACK_THROTTLE_MS`), so that each page would come that much later the first time.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): FunctionComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props): ReactNode {
    const [state, setState] = useState<{ error?: unknown }>({});
    useEffect(() => {
      if (Loaded) return;
      let unmounted = false;
      load().then(
        (component) => {
          Loaded = component;
          if (!unmounted) setState({});
        },
        (error: unknown) => {
          if (!unmounted) setState({ error });
        },
      );
      return () => {
        unmounted = true;
      };
    }, []);
    if ('error' in state) throw state.error;
    return Loaded ? <Loaded {...props} /> : meanwhile;
  };
}
