import type { OutboxCounts } from '../../../shared/outbox.ts';
import { countOf } from '../text/count-of.ts';

/** What needs a person in a workspace, each kind by itself: `2 to decide, 3 refused`; empty if nothing does. */
export function attentionWords({ needsDecision, refused, heldForPerson }: OutboxCounts): string {
  return [
    needsDecision > 0 && countOf(needsDecision, 'to decide', 'to decide'),
    refused > 0 && countOf(refused, 'refused', 'refused'),
    heldForPerson > 0 && countOf(heldForPerson, 'on hold', 'on hold'),
  ]
    .filter((words) => words !== false)
    .join(', ');
}
