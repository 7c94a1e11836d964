import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ALL_REQUESTS, useExportRequests } from '../../renderer/parts/export.tsx';
import { Toasts } from '../../renderer/parts/toast.tsx';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

function ExportButton() {
  const save = useExportRequests();
  return (
    <button type="button" onClick={() => save.mutate({ selection: ALL_REQUESTS, format: 'csv' })}>
      Export everything
    </button>
  );
}

test('a long export shows its progress until it is stopped', async () => {
  const written = Promise.withResolvers<{ path: string | null; count: number }>();
  let polls = 0;
  const answers: Record<string, () => unknown> = {
    'requests.exportFile': () => written.promise,
    // The save dialog is still open at the first poll.
    'requests.exportProgress': () => {
      polls += 1;
      return polls === 1 ? null : { count: 100_000, done: 0.4267 };
    },
    'requests.stopExport': () => {
      written.resolve({ path: null, count: 100_000 });
      return null;
    },
  };
  stubBridge(answers);
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <ExportButton />
      <Toasts />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Export everything' }).click();
  const toast = page.getByRole('alert');
  await expect.element(toast).toHaveTextContent('Exporting 100,000 requestsStop42 %');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(toast).not.toBeInTheDocument();
});
