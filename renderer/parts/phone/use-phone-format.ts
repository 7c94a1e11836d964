import { useSyncExternalStore } from 'react';

type Format = (e164: string) => string;

const asStored: Format = (e164) => e164;
const listeners = new Set<() => void>();
let format: Format = asStored;
let loading = false;

/** The number tables weigh as much as React: they come after the first rows, and the numbers get their spaces then. */
function load(): void {
  if (loading) return;
  loading = true;
  requestIdleCallback(() => void fetchFormat());
}

async function fetchFormat(): Promise<void> {
  const { formatPhoneNumber } = await import('../../../shared/phone-number.ts');
  const known = new Map<string, string>();
  format = (e164) => {
    const text = known.get(e164) ?? formatPhoneNumber(e164);
    known.set(e164, text);
    return text;
  };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  load();
  return () => listeners.delete(listener);
}

/** Formats a stored (E.164) number for reading. */
export function usePhoneFormat(): Format {
  return useSyncExternalStore(subscribe, () => format);
}
