import { Checkbox } from '@mantine/core';
import type { FoundPerson } from '../../../../shared/privacy.ts';
import { type Chosen, isListed, isOnPolicyList } from './erasure-selection.ts';

interface KeepBlockingProps {
  readonly found: FoundPerson;
  readonly chosen: Chosen;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Asks whether the number is blocked after the erasure, and says what is kept for that. */
export function KeepBlocking({ found, chosen, checked, onChange }: KeepBlockingProps) {
  const ofPolicy = isOnPolicyList(found, chosen)
    ? ' Your organisation’s do-not-call list has the number too and stays in force.'
    : '';
  const listed = isListed(found, chosen);
  const forgets = listed
    ? 'Callboard forgets the number and takes it off the do-not-call list'
    : 'Callboard forgets the number';
  if (found.canKeepBlocking !== 'yes') {
    return (
      <p>
        {found.canKeepBlocking === 'locked'
          ? 'To block the number, unlock the computer’s key store first, then search again: the key for that is kept there.'
          : 'The number can’t be blocked: this computer has no key store for the key that this takes.'}{' '}
        {forgets}, so it can be called again.{ofPolicy}
      </p>
    );
  }
  return (
    <Checkbox
      size="sm"
      label={listed ? 'Keep blocking this number' : 'Block this number from now on'}
      description={
        (checked
          ? 'So that nobody calls this person again from this computer, Callboard keeps a keyed hash of the number: no digits, no name and no reason.'
          : `${forgets}. It won’t warn you if the number is submitted again, even while a call is still to come.`) +
        ofPolicy
      }
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
