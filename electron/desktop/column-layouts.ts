import { withoutUnpinned } from '../../shared/grid-layout.ts';
import type { ColumnLayouts } from '../privacy/ports.ts';
import type { SettingsStore } from './settings-store.ts';

/** The grid's column layouts, stored in the settings file. */
export function columnLayouts(settings: Pick<SettingsStore, 'read' | 'change'>): ColumnLayouts {
  return {
    keepOnly: (pinned) => {
      const before = settings.read().gridLayouts;
      const gridLayouts = Object.fromEntries(
        Object.entries(before)
          .filter(([workspaceId]) => Object.hasOwn(pinned, workspaceId))
          .map(([workspaceId, layout]) => [workspaceId, withoutUnpinned(layout, pinned[workspaceId] ?? [])]),
      );
      if (JSON.stringify(gridLayouts) !== JSON.stringify(before)) settings.change({ gridLayouts });
    },
  };
}
