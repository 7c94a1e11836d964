import { lazy, Suspense } from 'react';
import type { FilterPanelProps } from './open-filter-panel.tsx';

const OpenFilterPanel = lazy(async () => ({
  default: (await import('./open-filter-panel.tsx')).OpenFilterPanel,
}));

/** The content of the filter menu. Lazy, because the first screen shows none of it. */
export function FilterPanel(props: FilterPanelProps) {
  return (
    <Suspense>
      <OpenFilterPanel {...props} />
    </Suspense>
  );
}
