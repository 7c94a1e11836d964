import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { attentionOf } from '../../shared/outbox.ts';
import { useOutboxCounts } from '../api/app-state.tsx';
import { countOf } from '../parts/text/count-of.ts';

/** Debounce, so that a draining queue is announced once, ms. */
const DEBOUNCE_MS = 3000;

/** Announces changed counts of waiting submissions and of those that need the person to screen readers. */
export function WaitingAnnouncement() {
  const counts = useOutboxCounts();
  const forPerson = attentionOf(counts);
  const words = [
    counts.waiting > 0 ? `${countOf(counts.waiting, 'submission')} waiting` : 'Nothing is waiting',
    ...(forPerson > 0 ? [countOf(forPerson, 'needs you', 'need you')] : []),
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
