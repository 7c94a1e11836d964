import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAppState } from '../api/app-state.tsx';
import { countOf } from '../parts/text/count-of.ts';

/** Debounce, so that a draining queue is announced once, ms. */
const DEBOUNCE_MS = 3000;

/** Announces changed counts of waiting submissions and decisions to screen readers. */
export function WaitingAnnouncement() {
  const { waitingCount, decisionCount } = useAppState();
  const words = [
    waitingCount > 0 ? `${countOf(waitingCount, 'submission')} in the Outbox` : 'The Outbox is empty',
    ...(decisionCount > 0 ? [`${countOf(decisionCount, 'decision')} to make`] : []),
  ].join(', ');
  const [settled, setSettled] = useState(words);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (words === settled) return;
    const timer = setTimeout(() => {
      setSettled(words);
      setAnnounced(words);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words, settled]);
  return <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>;
}
