import { z } from 'zod';
import { app } from './electron/app.ts';
import { appLife } from './electron/app-life.ts';
import { desktopSurfaces } from './electron/desktop-surfaces.ts';
import { previewEvent } from './electron/preview-event.ts';
import { unlockKeyStore } from './electron/safe-storage.ts';
import { endSession } from './electron/system-events.ts';
import { openWindows } from './electron/window-registry.ts';

/** An action on the desktop outside the window, for tests. `look` only takes a snapshot. */
const command = z.object({
  id: z.number(),
  act: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('look') }),
    z.object({ kind: z.literal('close window') }),
    /** Ends the process of the window's page. */
    z.object({ kind: z.literal('end page') }),
    z.object({ kind: z.literal('end session') }),
    /** Clicks the latest notification with this title. */
    z.object({ kind: z.literal('click notification'), title: z.string() }),
    z.object({ kind: z.literal('click tray item'), label: z.string() }),
    /** Enters the password that a silent key store waits for. */
    z.object({ kind: z.literal('unlock key store') }),
    /** What the system asks at shutdown; a signal can't ask on Windows. The app may still be running when this is answered. */
    z.object({ kind: z.literal('quit') }),
  ]),
});
type Act = z.output<typeof command>['act'];

/** The visible state of the app on the desktop. */
export interface DesktopSnapshot {
  readonly windowVisible: boolean;
  readonly badge: number;
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
  /** Labels of the menu items; null without a tray icon. */
  readonly tray: { readonly toolTip: string; readonly items: readonly string[] } | null;
}

/**
 * Performs actions that the parent process requests over its private IPC channel (`stdio: 'ipc'`), and answers each
 * with
 * a snapshot. Does nothing without such a channel.
 */
export function listenForDesktopCommands(): void {
  if (process.send === undefined) return;
  process.on('message', (message) => {
    const { id, act } = command.parse(message);
    try {
      perform(act);
      process.send?.({ id, seen: desktopSnapshot() });
    } catch (error) {
      process.send?.({ id, problem: String(error) });
    }
  });
}

function perform(act: Act): void {
  switch (act.kind) {
    case 'look':
      return;
    case 'close window':
      openWindows()[0]?.close();
      return;
    case 'end page':
      openWindows()[0]?.webContents.forcefullyCrashRenderer();
      return;
    case 'end session':
      endSession();
      return;
    case 'click notification': {
      const notification = desktopSurfaces.notifications.findLast(({ title }) => title === act.title);
      if (!notification) throw new Error(`There is no notification "${act.title}".`);
      notification.emit('click', previewEvent({}));
      return;
    }
    case 'click tray item':
      clickTrayItem(act.label);
      return;
    case 'unlock key store':
      unlockKeyStore();
      return;
    case 'quit':
      appLife.quitNatively();
  }
}

function clickTrayItem(label: string): void {
  const [tray] = desktopSurfaces.trays;
  const item = tray?.menu?.items.find((each) => each.label === label && each.enabled);
  if (item === undefined) throw new Error(`The tray menu has no enabled item "${label}".`);
  item.click({}, openWindows()[0], undefined);
}

function desktopSnapshot(): DesktopSnapshot {
  const [tray] = desktopSurfaces.trays;
  const items = tray?.menu?.items.flatMap(({ label, type }) => (type === 'separator' ? [] : [label])) ?? [];
  return {
    windowVisible: openWindows().some((window) => window.isVisible()),
    badge: app.getBadgeCount(),
    notifications: desktopSurfaces.notifications.map(({ title, body }) => ({ title, body })),
    tray: tray ? { toolTip: tray.toolTip, items } : null,
  };
}
