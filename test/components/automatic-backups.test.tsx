import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import {
  AutomaticSection,
  SetUpAutomatic,
} from '../../renderer/features/settings/backup/automatic-section.tsx';
import { BackupBanner } from '../../renderer/shell/banners.tsx';
import type { AutomaticBackupState } from '../../shared/backup.ts';
import { fail } from '../../shared/result.ts';
import { settings } from '../../shared/settings.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const FOLDER = '/Volumes/backups';
const LAST = { path: `${FOLDER}/one.callboard-backup`, at: Date.UTC(2026, 10, 3, 9), bytes: 4_200_000 };
const PASSPHRASE = 'seven green umbrellas walk';

function automatic(changes: Partial<AutomaticBackupState> = {}): AutomaticBackupState {
  return {
    enabled: true,
    folder: FOLDER,
    last: LAST,
    problem: null,
    keeping: 'sealed',
    count: 3,
    beforeErasure: [],
    ...changes,
  };
}

/** Renders a part; gives what main was asked for. */
async function show(part: ReactNode, state = automatic(), app = appState()) {
  const given: unknown[] = [];
  const chosen: string[] = [];
  const shown: unknown[] = [];
  stubBridge({
    'backup.chooseAutomaticFolder': () => {
      chosen.push(FOLDER);
      return { path: FOLDER };
    },
    'desktop.showSaved': (input) => {
      shown.push(input);
      return null;
    },
    'backup.state': () => ({ last: null, requests: 5, due: false, progress: null, automatic: state }),
    'backup.setUpAutomatic': (input) => {
      given.push(input);
      return { keeping: state.keeping };
    },
    'settings.get': () => settings.parse({}),
    'app.state': () => app,
  });
  const screen = await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={app}>{part}</AppStateProvider>
    </QueryClientProvider>,
  );
  return { given, chosen, shown, screen };
}

test('the last automatic backup, its size, folder and how the passphrase is kept are on screen', async () => {
  const { screen } = await show(<AutomaticSection state={automatic()} running={false} />);
  await expect.element(page.getByText(/2026.* · 4[.,]2/)).toBeVisible();
  await expect.element(page.getByText(FOLDER, { exact: true })).toBeVisible();
  await expect.element(page.getByText('In the key store of this computer')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Backups to keep' })).toHaveValue('7');
  await screen.unmount();
});

const PROBLEM = { failure: fail('backup_folder_gone', { path: FOLDER }), since: LAST.at };

test.each([
  ['section', (state: AutomaticBackupState) => <AutomaticSection state={state} running={false} />],
  ['banner', () => <BackupBanner />],
])('the %s says why automatic backups fail, and of when the last good one is', async (_name, part) => {
  const state = automatic({ problem: PROBLEM });
  const { screen } = await show(part(state), state);
  await expect.element(page.getByText(/The backup folder can't be found: \/Volumes\/backups/)).toBeVisible();
  await expect.element(page.getByText(/2026/).first()).toBeVisible();
  await screen.unmount();
});

test('the banner offers another folder where the chosen one is gone', async () => {
  const state = automatic({ problem: PROBLEM });
  const { chosen, screen } = await show(<BackupBanner />, state);
  await page.getByRole('button', { name: 'Choose another folder' }).click();
  await expect.poll(() => chosen).toEqual([FOLDER]);
  await screen.unmount();
});

test('the last automatic backup is shown in its folder', async () => {
  const { shown, screen } = await show(<AutomaticSection state={automatic()} running={false} />);
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => shown).toEqual([{ path: LAST.path }]);
  await screen.unmount();
});

test('a passphrase is given to main only if it is typed twice alike and kept somewhere', async () => {
  const state = automatic({ enabled: false, last: null });
  const { given, screen } = await show(<SetUpAutomatic again={false} onClose={() => undefined} />, state);
  await page.getByLabelText('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabelText('Passphrase again').fill(`${PASSPHRASE}s`);
  const turnOn = page.getByRole('button', { name: 'Turn on and back up' });
  await turnOn.click();
  await expect.element(page.getByText('The two passphrases don’t match.')).toBeVisible();
  await page.getByLabelText('Passphrase again').fill(PASSPHRASE);
  await turnOn.click();
  await expect.element(page.getByText(/^Tick this once/)).toBeVisible();
  expect(given).toEqual([]);
  await page.getByRole('checkbox').click();
  await turnOn.click();
  await expect.poll(() => given).toEqual([{ passphrase: PASSPHRASE }]);
  await screen.unmount();
});

test('a folder that is missing is asked for beside the passphrase, and nothing is turned on without it', async () => {
  const state = automatic({ enabled: false, last: null, folder: null });
  const { given, screen } = await show(<SetUpAutomatic again={false} onClose={() => undefined} />, state);
  await page.getByRole('button', { name: 'Turn on and back up' }).click();
  await expect.element(page.getByText('Choose a folder.')).toBeVisible();
  await page.getByLabelText('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabelText('Passphrase again').fill(PASSPHRASE);
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Turn on and back up' }).click();
  await expect.element(page.getByText('Choose a folder.')).toBeVisible();
  expect(given).toEqual([]);
  await screen.unmount();
});

test('without a key store, weaker protection is a question, which is not asked where a policy answers it', async () => {
  const state = automatic({ enabled: false, keeping: 'memory' });
  const dialog = <SetUpAutomatic again={false} onClose={() => undefined} />;
  const weak = appState({ keyStore: 'weak_only' });
  const asked = await show(dialog, state, weak);
  await expect.element(page.getByRole('button', { name: 'Store with weaker protection' })).toBeVisible();
  await asked.screen.unmount();
  const managed = { ...weak, policy: { ...weak.policy, managed: ['weakStorageAllowed' as const] } };
  const told = await show(dialog, state, managed);
  await expect.element(page.getByText(/forgotten when you quit/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /weaker/ })).not.toBeInTheDocument();
  await told.screen.unmount();
});

test('the backups that an erased person is still in are counted and named', async () => {
  const state = automatic({ beforeErasure: [LAST, { ...LAST, path: `${FOLDER}/two.callboard-backup` }] });
  const { screen } = await show(<AutomaticSection state={state} running={false} />, state);
  await expect.element(page.getByText(/^2 automatic backups may still contain/)).toBeVisible();
  await page.getByText('Which').click();
  await expect.element(page.getByText(/two.callboard-backup/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Delete these 2' })).toBeVisible();
  await screen.unmount();
});
