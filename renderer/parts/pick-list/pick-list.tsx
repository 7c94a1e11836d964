import { lazy, Suspense } from 'react';
import type { PickListProps } from './open-pick-list.tsx';

const OpenPickList = lazy(async () => ({ default: (await import('./open-pick-list.tsx')).OpenPickList }));

/** A list to pick from; Mantine's Combobox in it is too much for the first screen, and comes with the pages behind it. */
export function PickList(props: PickListProps) {
  return (
    <Suspense>
      <OpenPickList {...props} />
    </Suspense>
  );
}
