import type { MenuItemConstructorOptions } from 'electron';

/** Counts shown in the tray, over all workspaces. */
export interface DesktopCounts {
  readonly waiting: number;
  /** Unconfirmed, refused, or held until a person acts. */
  readonly needsPerson: number;
  /** Completed since the window last had focus. */
  readonly completed: number;
  readonly paused: boolean;
}

export interface TrayActions {
  readonly open: () => void;
  readonly openPage: (path: string) => void;
  readonly setPaused: (paused: boolean) => void;
  readonly quit: () => void;
}

/** The tray icon's menu: the counts, each linking to its list, then actions. */
export function trayMenu(counts: DesktopCounts, actions: TrayActions): MenuItemConstructorOptions[] {
  const { waiting, needsPerson, completed, paused } = counts;
  const separator = { type: 'separator' } as const;
  const countItem = (label: string, count: number, path: string): MenuItemConstructorOptions => ({
    label,
    enabled: count > 0,
    click: () => actions.openPage(path),
  });
  return [
    countItem(`${formatted(waiting)} waiting`, waiting, '/outbox'),
    countItem(
      needsPerson === 1 ? '1 needs you' : `${formatted(needsPerson)} need you`,
      needsPerson,
      '/outbox/needs-you',
    ),
    countItem(`${formatted(completed)} completed since you last looked`, completed, '/requests?view=changed'),
    separator,
    { label: 'Open Callboard', click: actions.open },
    { label: 'New request', click: () => actions.openPage('/new') },
    separator,
    {
      label: paused ? 'Resume sending' : 'Pause sending',
      click: () => actions.setPaused(!paused),
    },
    separator,
    { label: 'Quit Callboard', click: actions.quit },
  ];
}

/** The tray icon's tooltip: the counts that aren't zero. */
export function trayTooltip({ waiting, needsPerson, completed, paused }: DesktopCounts): string {
  const parts = [
    needsPerson > 0 && `${formatted(needsPerson)} for you`,
    waiting > 0 && `${formatted(waiting)} waiting`,
    completed > 0 && `${formatted(completed)} completed`,
    paused && 'paused',
  ].filter((part) => part !== false);
  return ['Callboard', parts.join(', ')].filter((part) => part !== '').join(': ');
}

/** Base name of the tray icon's image. */
export function trayIconName({
  needsPerson,
  paused,
}: DesktopCounts): 'tray' | 'tray-paused' | 'tray-attention' {
  if (needsPerson > 0) return 'tray-attention';
  return paused ? 'tray-paused' : 'tray';
}

function formatted(count: number): string {
  return new Intl.NumberFormat('en').format(count);
}
