import { lazy, Suspense } from 'react';
import type { PickListProps } from './open-pick-list.tsx';

const OpenPickList = lazy(async () => ({ default: (await import('./open-pick-list.tsx')).OpenPickList }));

/** A filterable pick list. Lazy, because Mantine's Combobox is too large for the first screen. */
export function PickList(props: PickListProps) {
  return (
    <Suspense>
      <OpenPickList {...props} />
    </Suspense>
  );
}
