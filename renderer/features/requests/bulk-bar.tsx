import { CloseButton, Menu, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconColumns2,
  IconLock,
  IconPhoneOff,
  IconRefresh,
  IconScale,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { MAX_COMPARED, MIN_COMPARED } from '../../../shared/comparison-limits.ts';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import type { AnnotationChange } from '../../../shared/request-filter.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { resolveSelection, useRefreshRequests } from '../../api/requests.ts';
import { useRules } from '../../api/rules.ts';
import { SHOW_ERROR_IN_SHELL, showErrorInShell } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { NOT_TO_CALL_WORDS } from '../../parts/do-not-call/open-not-to-call.ts';
import { useActions } from '../../parts/shortcuts/actions.ts';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { openReasonForm } from '../../parts/verdict/open-reason-form.tsx';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import { comparePath } from '../../routes/paths.ts';
import classes from './bulk-bar.module.css';
import { BulkButton, bulkAction } from './bulk-button.tsx';
import { annotate } from './bulk-changes.ts';
import { showRefreshedToast } from './show-refreshed-toast.tsx';
import { SubmitAgainButton } from './submit-again-button.tsx';
import { TagButton } from './tag-button.tsx';
import type { ListSelection } from './use-selection.ts';

/** From Yes down to no verdict. */
const VERDICTS_DOWN = VERDICTS.toReversed();

interface BulkBarProps extends ListSelection {
  readonly query: RequestQuery;
  readonly clear: () => void;
  /** Called when a change will take rows out of the list. */
  readonly onLeaving: () => void;
  /** Called before the comparison opens, from which people come back to their selection. */
  readonly onCompare: () => void;
}

/** The number of selected requests and the bulk actions; floats above the last rows, so the list doesn't jump. */
export function BulkBar({ count, selection, clear, query, onLeaving, onCompare }: BulkBarProps) {
  const workspace = useWorkspace();
  const { mutate: change, isPending } = useMutation({
    mutationFn: (changed: AnnotationChange) => annotate(workspace, selection, changed),
    onSuccess: (_, { archived }) => {
      if (archived === undefined) return;
      onLeaving();
      clear();
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  const verdictFirst = useRules().data?.verdictFirst.on ?? false;
  const judge = (verdict: Verdict) => {
    if (!verdictFirst || verdict === 'none') change({ verdict });
    else {
      const run = (reason: string) => annotate(workspace, selection, { verdict, reason });
      const who = countOf(count, 'request');
      openReasonForm({ workspaceId: workspace.id, verdict, who, covered: true, run });
    }
  };
  const { archived } = query.filter;
  const compare = useCompare({ count, selection, query, onCompare });
  useActions([
    ...(compare ? [bulkAction('compare', 'Compare selected', compare)] : []),
    ...VERDICTS_DOWN.map((verdict) =>
      bulkAction(`verdict.${verdict}`, `Verdict for selected: ${VERDICT_WORDS[verdict]}`, () =>
        judge(verdict),
      ),
    ),
    ...(archived === 'yes'
      ? []
      : [bulkAction('archive', 'Archive selected', () => change({ archived: true }))]),
    ...(archived === 'no'
      ? []
      : [bulkAction('unarchive', 'Unarchive selected', () => change({ archived: false }))]),
    bulkAction('clear', 'Clear selection', clear),
  ]);
  return (
    <div className={classes['place']}>
      <section className={classes['bar']} aria-label="Selected requests">
        <span className={classes['count']} aria-live="polite">
          {formatNumber(count)} selected
        </span>
        <RefreshSelected selection={selection} query={query} />
        <TagButton busy={isPending} onChange={change} />
        <VerdictMenu onChange={judge} />
        {archived !== 'yes' && (
          <BulkButton icon={IconArchive} onClick={() => change({ archived: true })}>
            Archive
          </BulkButton>
        )}
        {archived !== 'no' && (
          <BulkButton icon={IconArchiveOff} onClick={() => change({ archived: false })}>
            Unarchive
          </BulkButton>
        )}
        <CompareButton compare={compare} />
        <NotToCallButton selection={selection} query={query} />
        <HoldButton selection={selection} query={query} />
        <SubmitAgainButton count={count} selection={selection} query={query} />
        <CloseButton size="sm" aria-label="Clear selection" onClick={clear} />
      </section>
    </div>
  );
}

/** Opens the comparison of the selected requests; null where there are too few or too many. */
function useCompare({
  count,
  selection,
  query,
  onCompare,
}: ListSelection & Pick<BulkBarProps, 'query' | 'onCompare'>) {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const { mutate } = useMutation({
    mutationFn: () => resolveSelection(workspace, selection, query),
    meta: SHOW_ERROR_IN_SHELL,
  });
  if (count < MIN_COMPARED || count > MAX_COMPARED) return null;
  // A callback of `mutate`, so that nothing opens once the list is left: services may use the same request IDs.
  const open = (ids: readonly string[]) => {
    onCompare();
    navigate(comparePath(ids));
  };
  return () => mutate(undefined, { onSuccess: open });
}

function CompareButton({ compare }: { compare: (() => void) | null }) {
  return (
    <Tooltip label={`Choose ${MIN_COMPARED} to ${MAX_COMPARED} requests`} disabled={compare !== null}>
      <BulkButton
        icon={IconColumns2}
        {...(!compare && { 'data-disabled': true, 'aria-disabled': true })}
        onClick={() => compare?.()}
      >
        Compare
      </BulkButton>
    </Tooltip>
  );
}

function VerdictMenu({ onChange }: { onChange: (verdict: Verdict) => void }) {
  return (
    <Menu position="top" withinPortal>
      <Menu.Target>
        <BulkButton icon={IconScale}>Verdict</BulkButton>
      </Menu.Target>
      <Menu.Dropdown>
        {VERDICTS_DOWN.map((verdict) => (
          <Menu.Item key={verdict} onClick={() => onChange(verdict)}>
            {VERDICT_WORDS[verdict]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function RefreshSelected({ selection, query }: Pick<BulkBarProps, 'selection' | 'query'>) {
  const workspace = useWorkspace();
  const refresh = useRefreshRequests();
  const refreshSelected = useMutation({
    mutationFn: async () => refresh.mutateAsync(await resolveSelection(workspace, selection, query)),
    onSuccess: (refreshed) => showRefreshedToast(workspace.id, refreshed),
  });
  const start = () => refreshSelected.mutate();
  useActions([bulkAction('refresh', 'Refresh selected requests', start)]);
  return (
    <BulkButton icon={IconRefresh} loading={refreshSelected.isPending} onClick={start}>
      Refresh selected
    </BulkButton>
  );
}

function NotToCallButton({ selection, query }: Pick<BulkBarProps, 'selection' | 'query'>) {
  const workspace = useWorkspace();
  const start = () =>
    void import('./not-to-call-selected.ts')
      .then(({ notToCallSelected }) => notToCallSelected(workspace, selection, query))
      .catch(showErrorInShell);
  useActions([{ ...bulkAction('do-not-call', 'Do not call selected…', start), keywords: NOT_TO_CALL_WORDS }]);
  return (
    <BulkButton icon={IconPhoneOff} onClick={start}>
      Do not call
    </BulkButton>
  );
}

function HoldButton({ selection, query }: Pick<BulkBarProps, 'selection' | 'query'>) {
  const workspace = useWorkspace();
  const start = () =>
    void import('./hold-selected.ts')
      .then(({ holdSelected }) => holdSelected(workspace, selection, query))
      .catch(showErrorInShell);
  useActions([bulkAction('hold', 'Place a legal hold on selected…', start)]);
  return (
    <BulkButton icon={IconLock} onClick={start}>
      Legal hold
    </BulkButton>
  );
}
