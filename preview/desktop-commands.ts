import { z } from 'zod';
import { app } from './electron/app.ts';
import { onDesktop } from './electron/desktop-surfaces.ts';
import { openWindows } from './electron/window-registry.ts';

/** What a person does on a desktop beside the window, and what they see there. */
const command = z.object({
  id: z.number(),
  act: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('look') }),
    z.object({ kind: z.literal('close window') }),
    /** The notification shown last of this title. */
    z.object({ kind: z.literal('click notification'), title: z.string() }),
    z.object({ kind: z.literal('click tray item'), label: z.string() }),
  ]),
});
type Act = z.output<typeof command>['act'];

/** What a person sees of the app on the desktop. */
export interface SeenDesktop {
  readonly windowVisible: boolean;
  readonly badge: number;
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
  /** Labels of the entries that can be chosen; null without an icon. */
  readonly tray: { readonly toolTip: string; readonly items: readonly string[] } | null;
}

/**
 * Does what the process that started this one asks for, over the channel that it opened (`stdio: 'ipc'`), and answers
 * what is seen then. Nobody else can reach that channel; without one nothing listens.
 */
export function followDesktopCommands(): void {
  if (process.send === undefined) return;
  process.on('message', (message) => {
    const { id, act } = command.parse(message);
    try {
      perform(act);
      process.send?.({ id, seen: seenDesktop() });
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
    case 'click notification': {
      const notification = onDesktop.notifications.findLast(({ title }) => title === act.title);
      if (!notification) throw new Error(`There is no notification "${act.title}".`);
      notification.emit('click', {});
      return;
    }
    case 'click tray item':
      clickTrayItem(act.label);
  }
}

function clickTrayItem(label: string): void {
  const [tray] = onDesktop.trays;
  const item = tray?.menu?.items.find((each) => each.label === label && each.enabled);
  if (typeof item?.click !== 'function') throw new Error(`The icon's menu has no "${label}" to choose.`);
  item.click(item, openWindows()[0], {});
}

function seenDesktop(): SeenDesktop {
  const [tray] = onDesktop.trays;
  const items = tray?.menu?.items.flatMap(({ label, type }) => (type === 'separator' ? [] : [label])) ?? [];
  return {
    windowVisible: openWindows().some((window) => window.isVisible()),
    badge: app.getBadgeCount(),
    notifications: onDesktop.notifications.map(({ title, body }) => ({ title, body })),
    tray: tray ? { toolTip: tray.toolTip, items } : null,
  };
}
