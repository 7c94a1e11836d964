import { Button, CloseButton, Menu, Tooltip } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconColumns2, IconRefresh, IconScale } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { VERDICTS } from '../../../shared/request.ts';
import type { AnnotationChange } from '../../../shared/request-filter.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { resolveSelection, useRefreshRequests } from '../../api/requests.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import { comparePath } from '../../routes/paths.ts';
import classes from './bulk-bar.module.css';
import { annotate } from './bulk-changes.ts';
import { sayRefreshed } from './say-refreshed.ts';
import { SubmitAgainButton } from './submit-again-button.tsx';
import { TagButton } from './tag-button.tsx';
import type { ListSelection } from './use-selection.ts';

/** Two to six requests stand side by side. */
const FEWEST_COMPARED = 2;
const MOST_COMPARED = 6;

interface BulkBarProps extends ListSelection {
  readonly query: RequestQuery;
  /** A change was asked for that takes rows out of the list. */
  readonly onLeaving: () => void;
}

/** What is chosen, and what can be done with it; it floats above the last rows, so that nothing moves for it. */
export function BulkBar({ count, selection, clear, query, onLeaving }: BulkBarProps) {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const change = useMutation({
    mutationFn: (what: AnnotationChange) => annotate(workspace, selection, what),
    onSuccess: (_, what) => {
      if (what.archived === undefined) return;
      onLeaving();
      clear();
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  const compare = useMutation({
    mutationFn: () => resolveSelection(workspace, selection, query),
    meta: SHOW_ERROR_IN_SHELL,
  });
  // Not once the list is left: services number requests alike, and another workspace would compare its own.
  const openCompare = () => compare.mutate(undefined, { onSuccess: (ids) => navigate(comparePath(ids)) });
  const comparable = count >= FEWEST_COMPARED && count <= MOST_COMPARED;
  const { archived } = query.filter;
  const action = (id: string, name: string, run: () => void): Action => ({
    id: `selected.${id}`,
    name,
    group: 'Selected requests',
    run,
  });
  useActions([
    ...(comparable ? [action('compare', 'Compare selected', openCompare)] : []),
    ...VERDICTS.toReversed().map((verdict) =>
      action(`verdict.${verdict}`, `Verdict for selected: ${VERDICT_WORDS[verdict]}`, () =>
        change.mutate({ verdict }),
      ),
    ),
    ...(archived === 'yes'
      ? []
      : [action('archive', 'Archive selected', () => change.mutate({ archived: true }))]),
    ...(archived === 'no'
      ? []
      : [action('unarchive', 'Unarchive selected', () => change.mutate({ archived: false }))]),
    action('clear', 'Clear selection', clear),
  ]);
  return (
    <div className={classes['place']}>
      <section className={classes['bar']} aria-label="Selected requests">
        <span className={classes['count']} aria-live="polite">
          {formatNumber(count)} selected
        </span>
        <RefreshSelected selection={selection} query={query} />
        <TagButton busy={change.isPending} onChange={(tags) => change.mutate(tags)} />
        <Menu position="top" withinPortal>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<IconScale size={15} aria-hidden />}
            >
              Verdict
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {VERDICTS.toReversed().map((verdict) => (
              <Menu.Item key={verdict} onClick={() => change.mutate({ verdict })}>
                {VERDICT_WORDS[verdict]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {archived !== 'yes' && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconArchive size={15} aria-hidden />}
            onClick={() => change.mutate({ archived: true })}
          >
            Archive
          </Button>
        )}
        {archived !== 'no' && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconArchiveOff size={15} aria-hidden />}
            onClick={() => change.mutate({ archived: false })}
          >
            Unarchive
          </Button>
        )}
        <Tooltip label={`Choose ${FEWEST_COMPARED} to ${MOST_COMPARED} requests`} disabled={comparable}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconColumns2 size={15} aria-hidden />}
            {...(!comparable && { 'data-disabled': true, 'aria-disabled': true })}
            onClick={() => comparable && openCompare()}
          >
            Compare
          </Button>
        </Tooltip>
        <SubmitAgainButton count={count} selection={selection} query={query} />
        <CloseButton size="sm" aria-label="Clear selection" onClick={clear} />
      </section>
    </div>
  );
}

function RefreshSelected({ selection, query }: Pick<BulkBarProps, 'selection' | 'query'>) {
  const workspace = useWorkspace();
  const refresh = useRefreshRequests();
  const read = useMutation({
    mutationFn: async () => refresh.mutateAsync(await resolveSelection(workspace, selection, query)),
    onSuccess: (refreshed) => sayRefreshed(workspace.id, refreshed),
  });
  useActions([
    {
      id: 'selected.refresh',
      name: 'Refresh selected requests',
      group: 'Selected requests',
      run: () => read.mutate(),
    },
  ]);
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={read.isPending}
      onClick={() => read.mutate()}
    >
      Refresh selected
    </Button>
  );
}
