import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Route, Router } from 'wouter';
import { AppStateProvider, InWorkspace } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ImportPage } from '../../renderer/features/import/import-page.tsx';
import { goTo, useHashLocation } from '../../renderer/routes/hash-location.ts';
import { ImportAnywhere } from '../../renderer/shell/import-anywhere.tsx';
import { settings } from '../../shared/settings.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const CSV = 'Name,Phone,CV\nAda,+44 20 7946 0958,https://cv.example/1.pdf';
const JOB = '123e4567-e89b-12d3-a456-426614174000';
const OTHER_JOB = '123e4567-e89b-12d3-a456-426614174001';
const grid = page.getByRole('grid', { name: 'Rows of the file' });

/** The Library's page with a search box, the page of a job, and Import; each test has a workspace of its own, whose import outlives the page. */
beforeEach(async () => {
  await page.viewport(900, 700);
  stubBridge({
    'settings.get': () => settings.parse({}),
    'rules.get': () => defaultRules('Europe/Berlin'),
    'library.list': () => [job(JOB, 'Backend engineer'), job(OTHER_JOB, 'Data analyst')],
    'imports.judgeRows': () => [null],
    'imports.list': () => [],
    'imports.recall': () => ({ columns: null, country: null, before: null }),
  });
  const workspace = {
    id: crypto.randomUUID(),
    name: 'Acme',
    kind: 'service' as const,
    baseUrl: 'https://acme.example',
    authUrl: 'https://acme.example',
    issuer: '',
    clientId: 'callboard',
    redirectUri: 'app.callboard:/oauth/callback',
  };
  goTo('/library');
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState({})}>
        <InWorkspace workspace={workspace}>
          <Router hook={useHashLocation}>
            <ImportAnywhere />
            <Route path="/library">
              <h1>Library</h1>
              <input aria-label="Search" />
            </Route>
            <Route path="/jobs/:job">
              <h1>A job</h1>
            </Route>
            <Route path="/import" component={ImportPage} />
          </Router>
        </InWorkspace>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'Library' })).toBeVisible();
});

function job(serviceId: string, name: string) {
  const kind = 'job_description' as const;
  return { kind, serviceId, name, note: '', defaultQuestionnaireId: 'general', archived: false, fields: [] };
}

function drag(type: 'dragover' | 'drop', ...files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

function paste(text: string, into: Element = document.body): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  into.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

test('a file dropped on any page is opened for review', async () => {
  const file = new File([CSV], 'candidates.csv');
  drag('dragover', file);
  await expect.element(page.getByText('Drop the file to import it')).toBeVisible();
  drag('drop', file);
  await expect.element(page.getByText('candidates.csv')).toBeVisible();
  await expect.element(grid.getByText('Ada')).toBeVisible();
  expect(location.hash).toBe('#/import');
  await expect.element(page.getByText('Drop the file to import it')).not.toBeInTheDocument();
});

test('of several files dropped on another page none is opened, and Import says why', async () => {
  drag('drop', new File([CSV], 'a.csv'), new File([CSV], 'b.csv'));
  await expect.element(page.getByRole('alert').getByText('Choose one file at a time.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('while a dialog is open, nothing dropped is imported', async () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.textContent = 'Erase a person';
  document.body.append(dialog);
  const file = new File([CSV], 'candidates.csv');
  drag('dragover', file);
  await expect.element(page.getByText('Close the dialog, then drop the file')).toBeVisible();
  drag('drop', file);
  await expect.element(page.getByText('Close the dialog, then drop the file')).not.toBeInTheDocument();
  dialog.remove();
  expect(location.hash).toBe('#/library');
});

test('cells pasted outside of fields are opened for review, other text is not', async () => {
  const search = page.getByLabelText('Search').element();
  paste(CSV.replaceAll(',', '\t'), search);
  paste('A note\nof two lines');
  expect(location.hash).toBe('#/library');
  paste(CSV.replaceAll(',', '\t'));
  await expect.element(grid.getByText('Ada')).toBeVisible();
  expect(location.hash).toBe('#/import');
});

test('a file dropped at the page of a job, and cells pasted there, are for that job, until another is chosen', async () => {
  goTo(`/jobs/${JOB}`);
  await expect.element(page.getByRole('heading', { name: 'A job' })).toBeVisible();
  drag('drop', new File([CSV], 'candidates.csv'));
  await expect.element(grid.getByText('Ada')).toBeVisible();
  await expect.element(page.getByText('1 call for Backend engineer.')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const shared = page.getByLabelText('Job description for all rows');
  await expect.element(shared).toHaveValue('Backend engineer');
  await expect.element(page.getByLabelText('Questionnaire for all rows')).toHaveValue('general');
  await shared.fill(OTHER_JOB);
  await expect.element(page.getByText('1 call for Data analyst.')).toBeVisible();
  goTo(`/jobs/${JOB}`);
  await expect.element(page.getByRole('heading', { name: 'A job' })).toBeVisible();
  paste(CSV.replaceAll(',', '\t'));
  await expect.element(page.getByText('Pasted rows')).toBeVisible();
  await expect.element(page.getByText('1 call for Backend engineer.')).toBeVisible();
});
