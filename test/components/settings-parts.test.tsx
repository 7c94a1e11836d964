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
    'network.state': () => ({
      proxy: { mode: 'system', address: '', bypass: '' },
      trust: { builtIn: 1, system: 1, systemProblem: null, file: null },
      accounts: [],
    }),
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

/** By keyboard, as a pointer can't hit the hidden input. */
async function flip(name: string) {
  const control = page.getByRole('switch', { name });
  await expect.element(control).toBeInTheDocument();
  control.element().focus();
  await userEvent.keyboard(' ');
}

/** Opens the details of a rule. */
async function openRule(heading: string) {
  await page.getByRole('button', { name: heading, exact: true, expanded: false }).click();
}

test('Settings has a group for the person, and one for administration that is folded', async () => {
  await showAt('/settings');
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link');
  const labels = () => parts.elements().map((link) => link.textContent);
  await expect.poll(labels).toEqual(['General', 'Notifications', 'Default country', 'Backup']);
  await page.getByText('Administration').click();
  await expect.poll(labels).toEqual(SETTINGS_PART_LIST.map(({ label }) => label));
  await page.getByRole('link', { name: 'Calling rules', exact: true }).click();
  await expect
    .element(page.getByRole('link', { name: 'Calling rules', exact: true }))
    .toHaveAccessibleDescription('Workspaces');
});

test('each rule is a row with what it is set to, its words are there once it is opened, and advice is disclaimed once', async () => {
  await showAt('/settings/workspaces');
  const rules = page.getByRole('region', { name: 'Calling rules', exact: true });
  await expect.element(rules).toBeVisible();
  const count = (text: string) => rules.element().textContent.split(text).length - 1;
  expect(count('legal advice')).toBe(1);
  expect(count('Acme')).toBe(1);
  expect(page.getByRole('switch').elements()).toEqual([]);
  await expect.element(rules.getByText('No limit')).toBeVisible();
  await openRule('Tries');
  await flip('Limit tries of one person');
  await expect.element(rules.getByText('At most 3 within 30 days')).toBeVisible();
});

test('what is changed for a workspace that is not open is saved for that one alone', async () => {
  const saved = await showAt(workspaceSettingsPath(GLOBEX.id));
  await expect.element(page.getByText('For Globex.').first()).toBeVisible();
  await openRule('Verdict before score');
  await flip('Cover results until a verdict');
  await expect.poll(() => saved.map(({ workspaceId }) => workspaceId)).toEqual([GLOBEX.id]);
  await page.getByRole('link', { name: 'Settings of Acme' }).click();
  await expect.element(page.getByText('For Acme.').first()).toBeVisible();
  await openRule('Verdict before score');
  await expect.element(page.getByRole('switch', { name: 'Cover results until a verdict' })).not.toBeChecked();
});

test('the default country is saved for the open workspace', async () => {
  const saved = await showAt('/settings/country');
  await page.getByRole('combobox', { name: 'Default country' }).fill('Germ');
  await page.getByRole('option', { name: /^Germany/ }).click();
  await expect.poll(() => saved).toEqual([{ workspaceId: ACME.id, country: 'DE' }]);
});

test('countries that may be called are chosen one after the other, and taken back', async () => {
  await showAt(workspaceSettingsPath(GLOBEX.id));
  await openRule('Countries');
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
  await openRule('Calling hours');
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
  Advanced: '/network',
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
