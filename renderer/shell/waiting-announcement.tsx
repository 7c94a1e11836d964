import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAppState } from '../api/app-state.tsx';
import { countOf } from '../parts/text/count-of.ts';

/** The numbers must stand still so long before they are read out, ms: a queue that drains is told once. */
const SETTLE_MS = 3000;

/** Tells screen readers how many submissions wait or need a decision, when that has changed and come to rest. */
export function WaitingAnnouncement() {
  const { waitingCount, decisionCount } = useAppState();
  const words = [
    waitingCount > 0 ? `${countOf(waitingCount, 'submission')} in the Outbox` : 'The Outbox is empty',
    ...(decisionCount > 0 ? [`${countOf(decisionCount, 'decision')} to make`] : []),
  ].join(', ');
  const [settled, setSettled] = useState(words);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (words === settled) return;
    const timer = setTimeout(() => {
      setSettled(words);
      setSaid(words);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [words, settled]);
  return <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>;
}
