import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { Palette } from '../../renderer/features/palette/palette.tsx';
import { RequestsPage } from '../../renderer/features/requests/requests-list.tsx';
import { HeaderSlot, Page } from '../../renderer/parts/page.tsx';
import { openOverlay } from '../../renderer/parts/shortcuts.ts';
import { StatusBadge } from '../../renderer/parts/status.tsx';
import type { AppState } from '../../shared/app-state.ts';
import { NO_POLICY } from '../../shared/policy.ts';
import type { RequestFilter } from '../../shared/request-filter.ts';
import { settings } from '../../shared/settings.ts';
import { requestRow } from '../renderer/request-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(6).trim();
const NAMES = ['Ada Lovelace', 'فاطمة الزهراء', 'עמית כהן־לוי'];
const app = {
  workspaces: [{ id: 'workspace-1', name: 'Acme' }],
  currentWorkspace: { id: 'workspace-1', name: 'Acme' },
  policy: NO_POLICY,
} as unknown as AppState;

/** Over a service with 5,000 requests, 264 of them archived, of which 68 match any search. */
function renderWithRequests(part: ReactNode) {
  const count = ({ search, archived }: RequestFilter) =>
    search === '' ? { no: 4736, yes: 264, any: 5000 }[archived] : 68;
  const row = (candidateName: string, index: number) =>
    requestRow({ requestId: `ir_${index}`, submissionId: `s_${index}`, candidateName });
  stubBridge({
    'app.state': () => app,
    'settings.get': () => settings.parse({}),
    'requests.list': (input) => ({
      rows: NAMES.map(row),
      total: count((input as { filter: RequestFilter }).filter),
      all: 5000,
    }),
    'requests.rows': () => [],
    'requests.filterValues': () => ({
      statuses: [],
      jobs: [],
      questionnaires: [],
      callStatuses: [],
      tags: [],
    }),
    'requests.onScreen': () => null,
    'views.list': () => [],
    'pins.list': () => [],
    'pins.reading': () => null,
    'library.list': () => [],
  });
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={app}>{part}</AppStateProvider>
    </QueryClientProvider>,
  );
}

test('the matches are counted among those that the view beside them counts', async () => {
  await renderWithRequests(
    <div style={{ height: 500, display: 'flex', flexDirection: 'column' }}>
      <RequestsPage openRequestId={null} renderRequest={() => null} />
    </div>,
  );
  await expect.element(page.getByRole('button', { name: /^All/ })).toHaveTextContent('All 4,736');
  await userEvent.fill(page.getByRole('searchbox'), 'ada');
  await expect.element(page.getByText('68 requests of 4,736')).toBeVisible();
});

test('right-to-left names begin in the column of the palette, as all others', async () => {
  openOverlay('palette');
  await renderWithRequests(<Palette />);
  await userEvent.fill(page.getByRole('combobox', { name: 'Action or candidate' }), 'person');
  const left = (name: string) => {
    const text = document.createRange();
    text.selectNodeContents(page.getByRole('listbox').getByText(name).element());
    return Math.round(text.getBoundingClientRect().left);
  };
  const [latin = '', ...others] = NAMES;
  await expect.element(page.getByRole('listbox').getByText(latin)).toBeVisible();
  for (const name of others) expect(left(name)).toBe(left(latin));
});

function Heading() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <div style={{ width: 400, display: 'flex' }}>
      <header ref={setSlot} style={{ flex: 1, minWidth: 0 }} />
      <HeaderSlot value={slot}>
        <Page title={LONG} aside={<StatusBadge status="IN_PROGRESS" />}>
          Content
        </Page>
      </HeaderSlot>
    </div>
  );
}

test('a long name is cut before it pushes the status out', async () => {
  await renderInTheme(<Heading />);
  const status = page.getByText('In progress').element().getBoundingClientRect();
  expect(status.right).toBeLessThanOrEqual(408);
  expect(page.getByRole('heading').element().getBoundingClientRect().right).toBeLessThan(status.left);
});
