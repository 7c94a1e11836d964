import { useEffect } from 'react';
import { Store, useStore } from '../../store.ts';

type Format = (e164: string) => string;

const format = new Store<Format>((e164) => e164);
let loading = false;

/** A page that is busy all the time has no idle moment. */
const IDLE_TIMEOUT_MS = 1000;

/** Loads the phone metadata, which is as large as React, once the first rows are on screen. */
function load(): void {
  if (loading) return;
  loading = true;
  requestIdleCallback(() => void loadFormat(), { timeout: IDLE_TIMEOUT_MS });
}

async function loadFormat(): Promise<void> {
  const { formatPhoneNumber } = await import('../../../shared/phone-number.ts');
  const cache = new Map<string, string>();
  format.set((e164) => {
    const text = cache.get(e164) ?? formatPhoneNumber(e164);
    cache.set(e164, text);
    return text;
  });
}

/** Returns a formatter for E.164 numbers, which leaves them unchanged until the metadata is loaded. */
export function usePhoneFormat(): Format {
  useEffect(load, []);
  return useStore(format);
}
