import { Button, Menu, Switch } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { RequestDetail } from '../../../shared/request.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { ExportMenu } from '../../parts/export/export-menu.tsx';
import { showSavedFile } from '../../parts/export/show-saved-file.tsx';
import { useExportLock } from '../../parts/export/use-export-lock.ts';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import { countOf } from '../../parts/text/count-of.ts';
import classes from './compare-toolbar.module.css';

interface CompareToolbarProps {
  readonly requests: readonly RequestDetail[];
  readonly onlyDifferences: boolean;
  readonly onOnlyDifferences: (only: boolean) => void;
}

/** Shows only differences, prints and exports the comparison. */
export function CompareToolbar({ requests, onlyDifferences, onOnlyDifferences }: CompareToolbarProps) {
  const { isOff, lock } = useExportLock();
  useActions([
    ...(isOff ? [] : [compareAction('print', 'Print this comparison', () => window.print())]),
    compareAction('differences', onlyDifferences ? 'Show all fields' : 'Show only differences', () =>
      onOnlyDifferences(!onlyDifferences),
    ),
  ]);
  return (
    <div className={classes['toolbar']}>
      <span className={classes['count']}>{countOf(requests.length, 'candidate')}</span>
      <Switch
        size="xs"
        label="Only differences"
        checked={onlyDifferences}
        onChange={(event) => onOnlyDifferences(event.currentTarget.checked)}
      />
      <span className={classes['space']} />
      <Button
        size="xs"
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
