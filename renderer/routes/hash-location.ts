import { useSyncExternalStore } from 'react';
import { ADD_NUMBERS_PATH } from './paths.ts';

/**
 * The route is in the hash: `#/new?replaces=1` is path `/new` and search `replaces=1`. Everything before the `#` must stay
 * the URL that the main process loaded.
 */
function parts(): readonly [path: string, search: string] {
  const [path = '', search = ''] = location.hash.replace(/^#?\/?/, '').split('?', 2);
  return [`/${path}`, search];
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** Goes to a path such as `/requests` or `/new?replaces=1`; `replace` adds no history entry. */
export function goTo(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const hash = `#/${path.replace(/^#?\/?/, '')}`;
  if (hash === location.hash) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/**
 * What a page starts with when it is opened from elsewhere: for that one opening, and in memory, because personal data does
 * not belong in a URL.
 */
class Handover<Value> {
  private readonly path: string;
  private value: Value | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** Opens the page. */
  open(value: Value): void {
    this.value = value;
    goTo(this.path);
  }

  /** What the page was opened with; null afterwards. */
  take(): Value | null {
    const { value } = this;
    this.value = null;
    return value;
  }
}

/** Whom the Privacy page looks for, to save or erase what is held. Nothing is erased until confirmed there. */
export const personToFind = new Handover<{ readonly name: string; readonly phone: string }>(
  '/settings/privacy',
);

/** The text, as it is typed there, in the dialog that adds numbers to the do-not-call list. */
export const numbersToAdd = new Handover<string>(ADD_NUMBERS_PATH);

/** The router's location hook. */
export function useHashLocation(): [string, typeof goTo] {
  return [useSyncExternalStore(subscribe, () => parts()[0]), goTo];
}

/** The router's search hook. */
export function useHashSearch(): string {
  return useSyncExternalStore(subscribe, () => parts()[1]);
}

/** The `href` that the router gives a link. */
export function hashHref(path: string): string {
  return `#${path}`;
}

/** A decoded segment of the path, counted from 0: segment 1 of `/requests/a%2Fb` is `a/b`. */
export function usePathSegment(index: number): string {
  const [path] = useHashLocation();
  const segment = path.split('/')[index + 1] ?? '';
  return safeDecode(segment);
}

/** The job description in the address, on its own page or as `?job=`; null if it names none. */
export function useJobInAddress(): string | null {
  const [path] = useHashLocation();
  const asked = new URLSearchParams(useHashSearch()).get('job');
  const own = usePathSegment(1);
  return path.startsWith('/jobs/') ? own : asked;
}

/** Decodes a URI component; returns it unchanged if it is malformed. */
export function safeDecode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
