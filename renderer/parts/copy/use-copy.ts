import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 1800;

/** Copies a text; `copied` is true for a moment afterwards. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void copyText(text).then(setCopied) };
}
