import { withoutUnpinned } from '../../../shared/grid-layout.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { Settings, SettingsChange } from '../../../shared/settings.ts';
import type { HandlerContext } from './context.ts';

export function settingsHandlers(context: HandlerContext): Handlers['settings'] {
  return {
    get: () => ok(context.settings.read()),
    change: (changes) => ok(changeSettings(context, changes)),
    setGridLayout: context.inWorkspace(async (_open, { workspaceId: id, ...layout }) => {
      const pinned = (await context.stores.pins.list(id)).map(({ path }) => path);
      const { gridLayouts } = context.settings.read();
      context.settings.change({ gridLayouts: { ...gridLayouts, [id]: withoutUnpinned(layout, pinned) } });
      context.onChange({ topic: 'settings' });
      return ok(null);
    }),
  };
}

/** Stores changed settings, sends change notices and wakes queues and trackers. */
export function changeSettings(
  { settings, onChange, workspaces }: HandlerContext,
  changes: SettingsChange,
): Settings {
  const changed = settings.change(changes);
  onChange({ topic: 'settings' });
  onChange({ topic: 'app' });
  workspaces.open.wake();
  return changed;
}
