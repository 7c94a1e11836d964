import type { TestInfo } from '@playwright/test';
import { test } from '@playwright/test';

/**
 * Skips a spec that needs a key store, or a computer without one, where the driver can't provide that. The preview can do
 * both (`CALLBOARD_PREVIEW_KEYRING`). Playwright starts Electron with `--password-store=basic` and `--use-mock-keychain`:
 * on Linux without a key store, on macOS with one in memory, and Windows always has its own.
 */
export function needsKeyStore({ project }: TestInfo, wanted: 'present' | 'absent'): void {
  if (project.metadata['driver'] !== 'electron') return;
  const here = process.platform === 'linux' ? 'absent' : 'present';
  test.skip(
    here !== wanted,
    wanted === 'present'
      ? 'Playwright starts Electron on Linux without a key store.'
      : 'Electron has a key store on this system.',
  );
}
