import { lazyComponent } from '../loading/lazy-component.tsx';
import type { PickListProps } from './open-pick-list.tsx';

/** A filterable pick list. Lazy, because Mantine's Combobox is too large for the first screen. */
export const PickList = lazyComponent<PickListProps>(
  async () => (await import('./open-pick-list.tsx')).OpenPickList,
);
