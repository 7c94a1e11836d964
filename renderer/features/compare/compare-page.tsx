import { Button, Menu, Skeleton, Switch, Text } from '@mantine/core';
import { IconColumns3, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { MAX_COMPARED, MIN_COMPARED } from '../../../shared/comparison-limits.ts';
import type { RequestDetail } from '../../../shared/request.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { ExportMenu, showSavedFile, useExportLock } from '../../parts/export.tsx';
import { countOf } from '../../parts/format.ts';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { EmptyState, Page, useEscape } from '../../parts/page.tsx';
import { type Action, useActions } from '../../parts/shortcuts.ts';
import { safeDecode, useHashSearch } from '../../routes/hash-location.ts';
import { comparePath } from '../../routes/paths.ts';
import classes from './compare.module.css';
import { ComparisonTable } from './comparison-table.tsx';

/** Two to six tracked requests side by side. */
export function ComparePage() {
  const { requestIds, leftOut, remove } = useChosenRequests();
  const [, navigate] = useLocation();
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const back = useCallback(() => navigate('/requests'), [navigate]);
  useEscape(back);
  const workspace = useWorkspace();
  const queries = useQueries({
    queries: requestIds.map((id) => workspace.queries.requests.get({ requestId: id })),
  });
  const requests = queries.flatMap(({ data }) => (data ? [data] : []));
  const failed = queries.filter(({ error, data }) => error && !data);
  const shownIds = requests.map(({ requestId }) => requestId).join('\n');
  useEffect(() => {
    // A hint for tracking, which refreshes requests on screen first: a failure changes nothing for the user.
    if (shownIds === '') return;
    workspace.api.requests.onScreen({ requestIds: shownIds.split('\n') }).catch(() => undefined);
  }, [workspace, shownIds]);

  const [firstFailed] = failed;
  return (
    <Page title="Compare" layout="fill" onBack={back}>
      {leftOut > 0 && (
        <Notice tone="info" title="Only six requests fit side by side">
          <p>{countOf(leftOut, 'more request')} you chose can't be shown.</p>
        </Notice>
      )}
      {firstFailed && (
        <ErrorNotice
          error={firstFailed.error}
          title={`Couldn't open ${countOf(failed.length, 'request')}`}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
        />
      )}
      {queries.some(({ isPending }) => isPending) ? (
        <Skeleton height={320} radius="md" aria-busy />
      ) : requests.length < MIN_COMPARED ? (
        <NothingToCompare />
      ) : (
        <>
          <CompareToolbar
            requests={requests}
            onlyDifferences={onlyDifferences}
            onOnlyDifferences={setOnlyDifferences}
          />
          <ComparisonTable requests={requests} onlyDifferences={onlyDifferences} onRemove={remove} />
        </>
      )}
    </Page>
  );
}

function NothingToCompare() {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconColumns3 size={36} stroke={1.5} aria-hidden />}
      title="Choose two to six requests to compare"
      action={
        <Button variant="default" onClick={() => navigate('/requests')}>
          Go to requests
        </Button>
      }
    >
      <p>
        Select their checkboxes in the list of requests (Shift selects a range, Ctrl one more), then press
        Compare.
      </p>
    </EmptyState>
  );
}

/** The requests in the address (`/compare?ids=a,b,c`): unique ids in column order, and how many more don't fit. */
function useChosenRequests() {
  const ids = idsIn(useHashSearch());
  const [, navigate] = useLocation();
  const requestIds = ids.slice(0, MAX_COMPARED);
  return {
    requestIds,
    leftOut: ids.length - requestIds.length,
    // Adds to the browser history, so that Back undoes it.
    remove: (requestId: string) => navigate(comparePath(ids.filter((id) => id !== requestId))),
  };
}

/** Splits before decoding: an id may contain a comma. */
function idsIn(search: string): readonly string[] {
  const listed = /(?:^|&)ids=([^&]*)/.exec(search)?.[1] ?? '';
  const ids = listed
    .split(',')
    .filter((part) => part !== '')
    .map(safeDecode);
  return [...new Set(ids)];
}

interface CompareToolbarProps {
  readonly requests: readonly RequestDetail[];
  readonly onlyDifferences: boolean;
  readonly onOnlyDifferences: (only: boolean) => void;
}

/** Shows only differences, prints and exports the comparison. */
function CompareToolbar({ requests, onlyDifferences, onOnlyDifferences }: CompareToolbarProps) {
  const { isOff, lock } = useExportLock();
  useActions([
    ...(isOff ? [] : [compareAction('print', 'Print this comparison', () => window.print())]),
    compareAction('differences', onlyDifferences ? 'Show all fields' : 'Show only differences', () =>
      onOnlyDifferences(!onlyDifferences),
    ),
  ]);
  return (
    <div className={classes['toolbar']}>
      <Text span inherit fw={500}>
        {countOf(requests.length, 'candidate')}
      </Text>
      <Switch
        label="Only differences"
        checked={onlyDifferences}
        onChange={(event) => onOnlyDifferences(event.currentTarget.checked)}
      />
      <span className={classes['space']} />
      <Button
        variant="default"
        leftSection={<IconPrinter size={15} aria-hidden />}
        {...lock}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <ComparisonFiles requestIds={requests.map(({ requestId }) => requestId)} />
    </div>
  );
}

function compareAction(id: string, name: string, run: () => void): Action {
  return { id: `compare.${id}`, name, group: 'This comparison', run };
}

function ComparisonFiles({ requestIds }: { requestIds: string[] }) {
  const { id, api } = useWorkspace();
  const save = useMutation({
    mutationFn: (format: 'pdf' | 'csv') => api.requests.exportReport({ requestIds, format }),
    onSuccess: ({ path }) => {
      if (path !== null) showSavedFile({ workspaceId: id, title: 'Comparison saved', path });
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  const { isOff } = useExportLock();
  const actions = [
    compareAction('pdf', 'Save this comparison as PDF', () => save.mutate('pdf')),
    compareAction('csv', 'Save this comparison as CSV', () => save.mutate('csv')),
  ];
  useActions(isOff ? [] : actions);
  return (
    <ExportMenu saving={save.isPending}>
      <Menu.Item onClick={() => save.mutate('pdf')}>PDF, to read and print</Menu.Item>
      <Menu.Item onClick={() => save.mutate('csv')}>CSV, for spreadsheets</Menu.Item>
    </ExportMenu>
  );
}
