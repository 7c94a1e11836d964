import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { Palette } from '../../renderer/features/palette/palette.tsx';
import { fitOf } from '../../renderer/features/palette/use-palette-items.ts';
import { availableActions, paletteText } from '../../renderer/parts/shortcuts.ts';
import { useGlobalActions } from '../../renderer/shell/global-actions.ts';
import { requestRow } from '../renderer/request-row.ts';
import { appStateWith } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

function Registered() {
  useGlobalActions();
  return null;
}

/** The names of the actions that a search finds from any page. */
async function found(typed: string, needsDecision = 0) {
  stubBridge({});
  const screen = await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appStateWith({ needsDecision })}>
        <Registered />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  const names = availableActions()
    .filter((action) => fitOf(action, typed) > 0)
    .map(({ name }) => name);
  await screen.unmount();
  return names;
}

test.each([
  ['excel', 'Import a spreadsheet'],
  ['past imports', 'Import: past imports'],
  ['refused', 'Outbox: needs you'],
  ['unconfirmed', 'Outbox: needs you'],
  ['drafts', 'Outbox: drafts'],
  ['questionnaires', 'Library: questionnaires'],
  ['statistics', 'Go to Insights'],
  ['passphrase', 'Settings: Backup'],
  ["don't call", 'Add numbers to the do-not-call list'],
  ['don’t call', 'Settings: Do not call'],
  ['never call me again', 'Add numbers to the do-not-call list'],
  ['unblock', 'Settings: Do not call'],
  ['who may be called', 'Settings: Countries'],
  ['sunday', 'Settings: Calling hours'],
  ['maximum', 'Settings: Tries'],
  ['how long data is kept', 'Settings: Privacy'],
  ['keep data', 'Settings: Privacy'],
  ['delete old', 'Settings: Privacy'],
  ['lawsuit', 'Settings: Legal holds'],
  ['tamper', 'Settings: Evidence'],
  ['scale', 'Library: questionnaires'],
])('the words "%s" lead from any page to "%s"', async (typed, name) => {
  expect(await found(typed)).toContain(name);
});

test('before anything is typed: recent people, then what most people look for; settings only when they are typed', async () => {
  stubBridge({
    'views.list': () => [],
    'library.list': () => [],
    'requests.list': () => ({ rows: [requestRow({ candidateName: 'Ada Lovelace' })], total: 1 }),
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appStateWith({})}>
        <Registered />
        <Palette />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  const names = () =>
    page
      .getByRole('option')
      .elements()
      .map((option) => option.querySelector('bdi')?.textContent ?? '');
  await expect
    .poll(() => names().slice(0, 5))
    .toEqual(['Ada Lovelace', 'New request', 'Import a spreadsheet', 'Outbox: needs you', 'Review']);
  expect(names().filter((name) => /^(?:Settings|Theme):/.test(name))).toEqual([]);
  paletteText.set('theme');
  await expect.poll(names).toContain('Theme: dark');
  paletteText.set('');
});

test('what needs a person says how many there are', async () => {
  expect(await found('decision', 3)).toContain('Outbox: needs you (3 submissions)');
});
