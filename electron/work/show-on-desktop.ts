import { DesktopSurfaces } from '../desktop/desktop-surfaces.ts';
import type { AppWorkOptions } from './app-work.ts';
import type { Workspaces } from './connect-workspaces.ts';
import type { Base } from './start-base.ts';

/** Everything the desktop shows outside the window. */
export function showOnDesktop(
  { window, memory, storage, settings, logs, showPaused, startedHidden }: AppWorkOptions,
  { events }: Base,
  { workspaces, setPaused }: Workspaces,
): DesktopSurfaces {
  const surfaces = new DesktopSurfaces({
    window,
    memory,
    workspaces: workspaces.open,
    notices: storage.stores.notices,
    settings: () => settings.read(),
    setPaused,
    showPaused,
    startedHidden,
    onTrouble: logs.report,
  });
  events.on('change', () => surfaces.refresh());
  events.on('notifiable', (notifiable) => surfaces.happened(notifiable));
  return surfaces;
}
