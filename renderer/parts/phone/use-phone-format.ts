import { useEffect } from 'react';
import { Store, useStore } from '../../store.ts';

type Format = (e164: string) => string;

const format = new Store<Format>((e164) => e164);
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
  format.set((e164) => {
    const text = known.get(e164) ?? formatPhoneNumber(e164);
    known.set(e164, text);
    return text;
  });
}

/** Formats a stored (E.164) number for reading. */
export function usePhoneFormat(): Format {
  useEffect(load, []);
  return useStore(format);
}
