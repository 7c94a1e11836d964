import { type PlatformUse, platformUses } from './platform-uses.ts';

/** A use of a member on systems that lack it, which is meant so. */
export interface PlatformException {
  readonly file: string;
  readonly member: string;
  /** What happens there instead, or why nothing needs to. */
  readonly reason: string;
}

/** Prefer a branch. These are for listeners and settings that do nothing where Electron lacks them. */
export const platformExceptions: readonly PlatformException[] = [
  {
    file: 'electron/desktop/deep-links.ts',
    member: "App.on('open-url')",
    reason: 'Other systems pass links as arguments, which the same function reads.',
  },
  {
    file: 'electron/desktop/menu-template.ts',
    member: 'MenuItemConstructorOptions.registerAccelerator',
    reason:
      'Set on the other systems only, by a parameter; on macOS the page learns of the key from the menu.',
  },
  {
    file: 'electron/main.ts',
    member: "App.on('activate')",
    reason: 'Only macOS keeps an app without a window in its dock.',
  },
  {
    file: 'electron/desktop/data-folder.ts',
    member: 'CrashReporterStartOptions.ignoreSystemCrashHandler',
    reason: 'Windows has no further handler that dumps could go to; Electron ignores the setting there.',
  },
  {
    file: 'electron/desktop/desktop-surfaces.ts',
    member: "Notification.on('failed')",
    reason: 'On Linux nobody learns of a refused notification. Its reference goes with the oldest ones.',
  },
  {
    file: 'electron/desktop/guards.ts',
    member: 'Session.setBluetoothPairingHandler',
    reason: 'Electron has the method everywhere; on macOS the system pairs, and never asks the app.',
  },
  {
    file: 'electron/desktop/quitting.ts',
    member: "BrowserWindow.on('session-end')",
    reason: 'Other systems end the app by `shutdown` or a signal, which the same function watches.',
  },
  {
    file: 'electron/desktop/quitting.ts',
    member: "PowerMonitor.on('shutdown')",
    reason: 'Windows ends the app by `session-end`, which the same function watches.',
  },
];

/** What is wrong with these uses: those without an exception, and exceptions without a use. */
export function platformProblems(
  uses: readonly PlatformUse[] = platformUses(),
  exceptions: readonly PlatformException[] = platformExceptions,
): string[] {
  const isFor = (use: PlatformUse) => (exception: PlatformException) =>
    exception.file === use.file && exception.member === use.member;
  const unlisted = uses.filter((use) => !exceptions.some(isFor(use)));
  const unneeded = exceptions.filter((exception) => !uses.some((use) => isFor(use)(exception)));
  return [
    ...unlisted.map(
      ({ file, line, member, on, usedOn }) =>
        `${file}:${line} uses ${member} on ${listOf(usedOn)}, and Electron has it on ${listOf(on)} only`,
    ),
    ...unneeded.map(({ file, member }) => `${file} needs no exception for ${member}`),
  ];
}

function listOf(systems: readonly string[]): string {
  return systems.join(', ') || 'no system';
}
