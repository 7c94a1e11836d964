import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { ExportMenu } from '../../parts/export/export-menu.tsx';
import { useExportLock } from '../../parts/export/use-export-lock.ts';
import { ALL_REQUESTS, useExportRequests } from '../../parts/export/use-export-requests.ts';
import { useActions } from '../../parts/shortcuts/actions.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import type { ListSelection } from './use-selection.ts';

const FORMATS = [
  { format: 'csv', words: 'CSV, for spreadsheets' },
  { format: 'json', words: 'JSON, with the whole results' },
] as const;

const ALL = 'All requests';

interface RequestFilesProps {
  readonly filter: RequestFilter;
  /** Requests that match. */
  readonly total: number;
  readonly all: number;
  readonly chosen: ListSelection | null;
}

/** Exports the selected, the listed or all requests. */
export function RequestFiles({ filter, total, all, chosen }: RequestFilesProps) {
  const save = useExportRequests();
  const { isOff } = useExportLock();
  const offers = [
    ...(chosen ? [{ words: 'Selected', count: chosen.count, selection: chosen.selection }] : []),
    ...(total < all || chosen
      ? [{ words: 'As listed', count: total, selection: { filter, except: [] } }]
      : []),
    { words: ALL, count: all, selection: ALL_REQUESTS },
  ];
  // The shell already offers exporting all requests, on every page.
  useActions(
    offers
      .filter(({ words }) => words !== ALL && !isOff)
      .flatMap(({ words, selection }) =>
        FORMATS.map(({ format }) => ({
          id: `list.export.${words}.${format}`,
          name: `Export as ${format.toUpperCase()}: ${words.toLowerCase()}`,
          group: 'These requests',
          keywords: 'save file download spreadsheet',
          run: () => save.mutate({ selection, format }),
        })),
      ),
  );
  return (
    <ExportMenu saving={save.isPending} width={270}>
      {offers.map(({ words, count, selection }) => (
        <Fragment key={words}>
          <Menu.Label>
            {words} ({formatNumber(count)})
          </Menu.Label>
          {FORMATS.map(({ format, words: name }) => (
            <Menu.Item
              key={format}
              aria-label={`${words}: ${name}`}
              onClick={() => save.mutate({ selection, format })}
            >
              {name}
            </Menu.Item>
          ))}
        </Fragment>
      ))}
    </ExportMenu>
  );
}
