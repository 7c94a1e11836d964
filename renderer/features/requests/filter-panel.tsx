import { lazyComponent } from '../../parts/loading/lazy-component.tsx';
import type { FilterPanelProps } from './open-filter-panel.tsx';

/** The content of the filter menu. Lazy, because the first screen shows none of it. */
export const FilterPanel = lazyComponent<FilterPanelProps>(
  async () => (await import('./open-filter-panel.tsx')).OpenFilterPanel,
);
