import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Route, Router } from 'wouter';
import { AppStateProvider, InWorkspace } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ImportPage } from '../../renderer/features/import/import-page.tsx';
import { goTo, useHashLocation } from '../../renderer/routes/hash-location.ts';
import { ImportAnywhere } from '../../renderer/shell/import-anywhere.tsx';
import type { ImportRow, JudgedRow, KeptColumns, RowsAsked } from '../../shared/imports.ts';
import type { LibraryEntry } from '../../shared/library.ts';
import { settings } from '../../shared/settings.ts';
import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import { ACME, appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

export const JOB = '123e4567-e89b-12d3-a456-426614174000';
export const COLUMNS = ['Name', 'Phone', 'CV', 'Job', 'Questionnaire'] as const;

interface Main {
  readonly rules?: Partial<WorkspaceRules>;
  readonly library?: readonly LibraryEntry[];
  /** What main says about rows; by default, that each can go. */
  readonly judge?: (
    asked: RowsAsked,
  ) => readonly (JudgedRow | null)[] | Promise<readonly (JudgedRow | null)[]>;
  /** Awaited before rows are stored. */
  readonly beforeQueueing?: () => Promise<void>;
}

/** Opens Import, or another page beside it, in a workspace of its own, whose import outlives the page. */
export async function openImport({ rules, library = [], judge, beforeQueueing }: Main = {}, at = '/import') {
  const queued: ImportRow['fields'][] = [];
  const kept: (KeptColumns | undefined)[] = [];
  const client = createQueryClient();
  stubBridge({
    'settings.get': () => settings.parse({}),
    'rules.get': () => ({ ...defaultRules('Europe/Berlin'), ...rules }),
    'library.list': () => library,
    'imports.judgeRows': (input) => {
      const asked: RowsAsked = Object(input);
      return judge?.(asked) ?? asked.rows.map(() => null);
    },
    'imports.list': () => [],
    'imports.recall': () => ({ columns: null, country: null, before: null }),
    'imports.remember': () => null,
    'imports.begin': (input) => {
      kept.push(Object(input).kept);
      return null;
    },
    'imports.keepProblems': () => null,
    'imports.finish': () => null,
    'imports.queue': async (input) => {
      const { rows }: { rows: readonly ImportRow[] } = Object(input);
      await beforeQueueing?.();
      queued.push(...rows.map(({ fields }) => fields));
      return { queued: rows.map(({ number }) => number), firstAt: null, forbidden: [] };
    },
  });
  goTo(at);
  await renderInTheme(
    <QueryClientProvider client={client}>
      <AppStateProvider state={appState()}>
        <InWorkspace workspace={{ ...ACME, id: crypto.randomUUID() }}>
          <Router hook={useHashLocation}>
            <ImportAnywhere />
            <main>
              <Route path="/library">
                <h1>Library</h1>
                <input aria-label="Search" />
              </Route>
              <Route path="/jobs/:job">
                <h1>A job</h1>
              </Route>
              <Route path="/import" component={ImportPage} />
            </main>
            <Notifications />
          </Router>
        </InWorkspace>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await expect
    .element(at === '/import' ? button('Choose a file') : page.getByRole('heading', { name: 'Library' }))
    .toBeVisible();
  return { client, queued, kept };
}

export function drag(type: 'dragover' | 'drop', ...files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

/** Drops a file on the page. */
export function drop(name: string, content: BlobPart): void {
  drag('drop', new File([content], name));
}

/** Pastes lines of cells into the field for them. */
export async function pasteRows(...lines: readonly (readonly string[])[]): Promise<void> {
  const text = lines.map((cells) => cells.join('\t')).join('\n');
  await userEvent.fill(page.getByLabelText('Or paste from a spreadsheet'), text);
  await page.getByRole('button', { name: 'Review pasted rows' }).click();
}

export const grid = page.getByRole('grid', { name: 'Rows of the file' });
export const row = (name: string) => grid.getByRole('row').filter({ hasText: name });
export const button = (name: string | RegExp) => page.getByRole('button', { name });

/** A text with plain spaces. */
export const plain = (text: string | null | undefined) => text?.replaceAll(/\s+/g, ' ');

/** Waits for the line that sums up the rows. */
export async function expectSummary(words: string): Promise<void> {
  await expect.poll(() => plain(document.querySelector('main output')?.textContent)).toBe(words);
}
