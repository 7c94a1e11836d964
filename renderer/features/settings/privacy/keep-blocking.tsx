import { Checkbox } from '@mantine/core';
import type { FoundPerson } from '../../../../shared/privacy.ts';
import { type Chosen, isOnPolicyList } from './erasure-selection.ts';

interface KeepBlockingProps {
  readonly found: FoundPerson;
  readonly chosen: Chosen;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Asks whether the number stays blocked after the erasure, and says what is kept for that. */
export function KeepBlocking({ found, chosen, checked, onChange }: KeepBlockingProps) {
  const ofPolicy = isOnPolicyList(found, chosen)
    ? ' Your organisation’s do-not-call list has the number too and stays in force.'
    : '';
  if (found.canKeepBlocking !== 'yes') {
    return (
      <p>
        {found.canKeepBlocking === 'locked'
          ? 'To keep the number blocked, unlock the computer’s key store first, then search again: the key for that is kept there.'
          : 'The number can’t stay blocked: this computer has no key store for the key that this takes.'}{' '}
        Callboard forgets the number and takes it off the do-not-call list, so it can be called again.
        {ofPolicy}
      </p>
    );
  }
  return (
    <Checkbox
      size="sm"
      label="Keep blocking this number"
      description={
        (checked
          ? 'So that nobody calls this person again from this computer, Callboard keeps a keyed hash of the number: no digits, no name and no reason.'
          : 'Callboard forgets the number and takes it off the do-not-call list. It won’t warn you if the number is submitted again, even while a call is still to come.') +
        ofPolicy
      }
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
