import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { attentionOf } from '../../shared/outbox.ts';
import { useAppState, useOutboxCounts } from '../api/app-state.tsx';
import { countOf } from '../parts/text/count-of.ts';

/** Debounce, so that a draining queue is announced once, ms. */
const DEBOUNCE_MS = 3000;

/** Announces changed counts of waiting submissions and of those that need the person to screen readers. */
export function WaitingAnnouncement() {
  const { waitingCount, currentWorkspace } = useAppState();
  const forPerson = attentionOf(useOutboxCounts(currentWorkspace?.id));
  const words = [
    waitingCount > 0 ? `${countOf(waitingCount, 'submission')} waiting` : 'Nothing is waiting',
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
