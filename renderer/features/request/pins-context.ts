import { createContext, useContext } from 'react';
import type { PinnedField } from '../../../shared/assessment.ts';
import type { DescribedValue } from '../../../shared/described-field.ts';

/** What the fields of the results, at any depth, share about pins and links. */
export interface Pins {
  isPinned(path: string): boolean;
  setPinned(field: PinnedField, pinned: boolean): void;
  /** The value at this path on the scale the user described for it; null without a description. */
  describedAt(path: string): DescribedValue | null;
  /** Opens the dialog that describes a pinned field. */
  describe(field: PinnedField): void;
  /** Opens the link at this path. */
  openLink(path: string): void;
}

export const PinsContext = createContext<Pins | null>(null);

/** The pins around; throws outside a `PinsContext`. */
export function usePins(): Pins {
  const pins = useContext(PinsContext);
  if (!pins) throw new Error('usePins needs a PinsContext');
  return pins;
}
