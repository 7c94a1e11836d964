import { useSyncExternalStore } from 'react';

/**
 * Where the window is, kept after the `#`: `#/new?replaces=1` is path `/new` and search `replaces=1`. Nothing before
 * the `#` ever changes, for there the page's own address must stay what the main process loaded.
 */
function parts(): readonly [path: string, search: string] {
  const [path = '', search = ''] = location.hash.replace(/^#?\/?/, '').split('?', 2);
  return [`/${path}`, search];
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** Goes to a path such as `/requests` or `/new?replaces=1`; `replace` leaves no step to go back to. */
export function goTo(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const hash = `#/${path.replace(/^#?\/?/, '')}`;
  if (hash === location.hash) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The router's location hook. */
export function useHashLocation(): [string, typeof goTo] {
  return [useSyncExternalStore(subscribe, () => parts()[0]), goTo];
}

/** The router's search hook. */
export function useHashSearch(): string {
  return useSyncExternalStore(subscribe, () => parts()[1]);
}

/** How the router writes the address of a link. */
export function hashHref(path: string): string {
  return `#${path}`;
}

/** A segment of the path as it was meant: `/requests/a%2Fb` has `a/b` as its second. */
export function usePathSegment(index: number): string {
  const [path] = useHashLocation();
  const segment = path.split('/')[index + 1] ?? '';
  return safeDecode(segment);
}

/** A part of an address as it was meant; one that nobody wrote this way stays as it is. */
export function safeDecode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
