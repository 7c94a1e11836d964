import type { MenuItemConstructorOptions } from 'electron';

/** The numbers beside the clock, over all workspaces. */
export interface DesktopCounts {
  /** To be sent. */
  readonly waiting: number;
  /** Unconfirmed, or held until a person does something. */
  readonly needsDecision: number;
  /** Completed since the window had the focus last. */
  readonly completed: number;
  readonly paused: boolean;
}

export interface TrayActions {
  readonly open: () => void;
  /** Opens the window on one of its pages. */
  readonly openPage: (path: string) => void;
  readonly setPaused: (paused: boolean) => void;
  readonly quit: () => void;
}

/** The menu of the icon: the numbers, each leading to what it counts, then what can be done. */
export function trayMenu(numbers: DesktopCounts, actions: TrayActions): MenuItemConstructorOptions[] {
  const { waiting, needsDecision, completed, paused } = numbers;
  const separator = { type: 'separator' } as const;
  const line = (label: string, count: number, path: string): MenuItemConstructorOptions => ({
    label,
    enabled: count > 0,
    click: () => actions.openPage(path),
  });
  return [
    line(`${formatted(waiting)} waiting`, waiting, '/outbox'),
    line(
      needsDecision === 1 ? '1 needs your decision' : `${formatted(needsDecision)} need your decision`,
      needsDecision,
      '/outbox',
    ),
    line(`${formatted(completed)} completed since you looked`, completed, '/requests?view=changed'),
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

/** What the icon says when the pointer rests on it: what is not nothing. */
export function trayWords({ waiting, needsDecision, completed, paused }: DesktopCounts): string {
  const parts = [
    needsDecision > 0 && `${formatted(needsDecision)} to decide`,
    waiting > 0 && `${formatted(waiting)} waiting`,
    completed > 0 && `${formatted(completed)} completed`,
    paused && 'paused',
  ].filter((part) => part !== false);
  return ['Callboard', parts.join(', ')].filter((part) => part !== '').join(': ');
}

/** Which of the icon's drawings shows this. */
export function trayLook({
  needsDecision,
  paused,
}: DesktopCounts): 'tray' | 'tray-paused' | 'tray-attention' {
  if (needsDecision > 0) return 'tray-attention';
  return paused ? 'tray-paused' : 'tray';
}

function formatted(count: number): string {
  return new Intl.NumberFormat('en').format(count);
}
