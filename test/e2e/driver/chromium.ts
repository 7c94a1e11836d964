import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Launch options for the system's Chromium if there is one, otherwise Playwright's. As root it needs `--no-sandbox`. */
export function chromiumLaunchOptions(): LaunchOptions {
  const path = [process.env['CALLBOARD_CHROMIUM'], '/usr/bin/chromium'].find(
    (candidate) => candidate && existsSync(candidate),
  );
  const flags = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const root = process.getuid?.() === 0;
  return { ...(path ? { executablePath: path } : {}), args: [...flags, ...(root ? ['--no-sandbox'] : [])] };
}

/** Launch options for headless pages: prefers Chromium's headless shell, which uses far less CPU. */
export function headlessLaunchOptions(): LaunchOptions {
  const shell = '/usr/bin/chromium-headless-shell';
  const options = chromiumLaunchOptions();
  const wanted = !process.env['CALLBOARD_CHROMIUM'] && existsSync(shell);
  return wanted ? { ...options, executablePath: shell } : options;
}
