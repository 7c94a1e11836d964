import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Chromium of the system where there is one, else Playwright's own. As root it starts only without its sandbox. */
export function chromiumLaunchOptions(): LaunchOptions {
  const path = [process.env['CALLBOARD_CHROMIUM'], '/usr/bin/chromium'].find(
    (each) => each && existsSync(each),
  );
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const root = process.getuid?.() === 0;
  return { ...(path ? { executablePath: path } : {}), args: [...quiet, ...(root ? ['--no-sandbox'] : [])] };
}

/** The same for pages that nobody looks at: Chromium's headless shell, where it is, needs far less of the processor. */
export function headlessLaunchOptions(): LaunchOptions {
  const shell = '/usr/bin/chromium-headless-shell';
  const options = chromiumLaunchOptions();
  const wanted = !process.env['CALLBOARD_CHROMIUM'] && existsSync(shell);
  return wanted ? { ...options, executablePath: shell } : options;
}
