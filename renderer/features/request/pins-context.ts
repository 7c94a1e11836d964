import { createContext, useContext } from 'react';
import type { PinnedField } from '../../../shared/assessment.ts';
import type { DescribedValue } from '../../../shared/described-field.ts';

/** What the fields of the results know about pinning and links, however deep they stand. */
export interface Pins {
  isPinned(path: string): boolean;
  setPinned(field: PinnedField, pinned: boolean): void;
  /** What a person described about the field at this path, with its value here. */
  describedAt(path: string): DescribedValue | null;
  /** Opens the dialog that describes a pinned field. */
  describe(field: PinnedField): void;
  /** Opens the link that stands at this path. */
  openLink(path: string): void;
}

export const PinsContext = createContext<Pins | null>(null);

/** Only below a `PinsContext`. */
export function usePins(): Pins {
  const pins = useContext(PinsContext);
  if (!pins) throw new Error('usePins needs a PinsContext');
  return pins;
}
