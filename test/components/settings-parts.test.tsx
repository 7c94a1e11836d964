import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { SettingsPage } from '../../renderer/features/settings/settings-page.tsx';
import { hashHref, useHashLocation, useHashSearch } from '../../renderer/routes/hash-location.ts';
import {
  SETTINGS_PART_LIST,
  SETTINGS_SECTIONS,
  workspaceSettingsPath,
} from '../../renderer/routes/settings-parts.ts';
import { SETTING_NAMES, settingOf, settings } from '../../shared/settings.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import { ACME, appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const GLOBEX: Workspace = { ...ACME, id: 'workspace-2', name: 'Globex', baseUrl: 'https://globex.example' };

const state = appState({ workspaces: [ACME, GLOBEX] });

beforeEach(() => () => history.replaceState(null, '', '#'));

/**
 * Shows Settings at a path; returns the default countries saved, by workspace. `onSave`: gets all rules; `onChange`: gets
 * changed settings.
 */
async function showAt(
  path: string,
  onSave: (rules: WorkspaceRules) => void = () => undefined,
  onChange: (change: unknown) => void = () => undefined,
) {
  const saved: { readonly workspaceId: string; readonly country: unknown }[] = [];
  stubBridge({
    'settings.get': () => settings.parse({}),
    'settings.change': (change) => {
      onChange(change);
      return settings.parse(change);
    },
    'rules.get': () => defaultRules('Europe/Berlin'),
    'rules.save': (input) => {
      const { workspaceId, ...rules } = Object(input);
      saved.push({ workspaceId, country: rules.defaultCountry });
      onSave(rules);
      return rules;
    },
  });
  history.replaceState(null, '', `#${path}`);
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={state}>
        <Router hook={useHashLocation} searchHook={useHashSearch} hrefs={hashHref}>
          <SettingsPage />
        </Router>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  return saved;
}

test('Settings has nine parts', async () => {
  await showAt('/settings');
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link');
  await expect
    .poll(() => parts.elements().map((link) => link.textContent))
    .toEqual([
      'General',
      'Workspaces',
      'Notifications',
      'Privacy and data',
      'Do not call',
      'Network',
      'Health and updates',
      'Advanced',
    ]);
  await expect
    .element(page.getByRole('link', { name: 'Workspaces', exact: true }))
    .toHaveAccessibleDescription('Rules for calls and verdicts');
});

test('what is changed for a workspace that is not open is saved for that one alone', async () => {
  const saved = await showAt(workspaceSettingsPath(GLOBEX.id));
  await expect.element(page.getByText('For Globex.').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Default country' }).fill('Germ');
  await page.getByRole('option', { name: /^Germany/ }).click();
  await expect.poll(() => saved).toEqual([{ workspaceId: GLOBEX.id, country: 'DE' }]);
  await page.getByRole('link', { name: 'Settings of Acme' }).click();
  await expect.element(page.getByText('For Acme.').first()).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Default country' })).toHaveValue('');
});

test('countries that may be called are chosen one after the other, and taken back', async () => {
  await showAt(workspaceSettingsPath(GLOBEX.id));
  const field = page.getByRole('combobox', { name: 'Countries that may be called' });
  for (const [typed, option] of [
    ['Germ', /^Germany/],
    ['Aust', /^Austria/],
  ] as const) {
    await field.fill(typed);
    await page.getByRole('option', { name: option }).click();
  }
  const countries = page.getByRole('region', { name: 'Countries', exact: true });
  await expect.element(countries.getByText('Germany (+49)')).toBeVisible();
  await expect.element(countries.getByText('Austria (+43)')).toBeVisible();
  await expect.element(countries.getByText('Saved')).toBeVisible();
  await userEvent.keyboard('{Backspace}');
  await expect.element(countries.getByText('Austria (+43)')).not.toBeInTheDocument();
});

test('what was being typed for a workspace is saved for it when another one is chosen', async () => {
  const saved = await showAt(workspaceSettingsPath(GLOBEX.id));
  const hours = page.getByRole('switch', { name: 'Keep to calling hours' });
  await expect.element(hours).toBeInTheDocument();
  hours.element().focus();
  await userEvent.keyboard(' ');
  await page.getByLabelText('Calls until').fill('17:00');
  await page.getByRole('link', { name: 'Settings of Acme' }).click();
  await expect.element(page.getByText('For Acme.').first()).toBeVisible();
  expect(new Set(saved.map(({ workspaceId }) => workspaceId))).toEqual(new Set([GLOBEX.id]));
  expect(saved.length).toBeGreaterThan(1);
});

test.each(SETTINGS_SECTIONS.flatMap(({ alias, ...section }) => (alias ? [{ alias, ...section }] : [])))(
  'a link to $alias leads to the section $heading',
  async ({ alias, part, heading }) => {
    await showAt(`/settings${alias}`);
    const label = SETTINGS_PART_LIST.find(({ path }) => path === part)?.label ?? '';
    await expect
      .element(page.getByRole('link', { name: label, exact: true }))
      .toHaveAttribute('aria-current', 'page');
    expect(location.hash).toBe(`#/settings${part}?section=${encodeURIComponent(heading)}`);
  },
);

const PLACES: Readonly<Record<string, string>> = {
  Preferences: '',
  Advanced: '/advanced',
  'Notify about': '/notifications',
  Privacy: '/notifications',
};

const LISTED = SETTING_NAMES.flatMap((name) => {
  const { section = '', ...shown } = settingOf(name).shown ?? { name: '' };
  // Its page shows more than settings: e2e/managed.spec.ts.
  return section === '' || section === 'Update settings' ? [] : [{ ...shown, setting: name, section }];
});

test.each(LISTED)('the setting $setting is in the section $section, and saved alone', async (listed) => {
  const changes: unknown[] = [];
  const { setting, section, name, values } = listed;
  await showAt(
    `/settings${PLACES[section]}`,
    () => undefined,
    (change) => changes.push(change),
  );
  const region = page.getByRole('region', { name: section, exact: true });
  const control = region.getByLabelText(name, { exact: true });
  await expect.element(control).toBeInTheDocument();
  const initial = settingOf(setting).initial;
  if (values === undefined) {
    control.element().focus();
    await userEvent.keyboard(' ');
    await expect.poll(() => changes).toEqual([{ [setting]: !initial }]);
  } else if ('choices' in values) {
    const chosen = values.choices.find(({ value }) => value !== initial);
    if (values.list) await control.selectOptions(chosen?.label ?? '');
    else await region.getByText(chosen?.label ?? '', { exact: true }).click();
    await expect.poll(() => changes).toEqual([{ [setting]: chosen?.value }]);
  } else {
    await control.fill(String(Number(initial) + 1));
    await expect.poll(() => changes).toEqual([{ [setting]: Number(initial) + 1 }]);
  }
});
