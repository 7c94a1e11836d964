import { ActionIcon, Button, CloseButton, Menu, Popover, SegmentedControl, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconColumns2,
  IconCopy,
  IconDots,
  IconDownload,
  IconPhoneOutgoing,
  IconScale,
  IconTag,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useLocation } from 'wouter';
import { MAX_COMPARED, MIN_COMPARED } from '../../../shared/comparison-limits.ts';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import {
  type Annotation,
  type AnnotationChange,
  MAX_TAG_LENGTH,
  type RequestSelection,
} from '../../../shared/request-filter.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import type { WorkspaceAccess } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL, showErrorInShell } from '../../api/query-client.ts';
import type { RequestQuery } from '../../api/requests.ts';
import { copySummaries } from '../../parts/copy.tsx';
import { askToConfirm } from '../../parts/dialog.tsx';
import { useExportLock, useExportRequests } from '../../parts/export.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { PickList } from '../../parts/pick-list.tsx';
import { type Action, useActions, VERDICT_KEYS } from '../../parts/shortcuts.ts';
import { showToast, showUndoToast } from '../../parts/toast.tsx';
import { comparePath, submitAgainPath } from '../../routes/paths.ts';
import { NOT_TO_CALL_WORDS, openNotToCall } from '../do-not-call/not-to-call.tsx';
import { openHold } from '../settings/privacy/open-hold.ts';
import { changeWords, submitAgainWords } from './list-state.ts';
import { FORMATS, showRefreshedToast } from './list-tools.tsx';
import { openReasonForm } from './open-reason-form.tsx';
import classes from './requests.module.css';
import { type ListSelection, resolveSelection } from './use-selection.ts';

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
  const verdictFirst = useQuery(useWorkspace().queries.rules.get()).data?.verdictFirst ?? false;
  const judge = (verdict: Verdict) => {
    if (!verdictFirst || verdict === 'none') change({ verdict });
    else {
      const run = (reason: string) => annotate(workspace, selection, { verdict, reason });
      const who = countOf(count, 'request');
      openReasonForm({ verdict, who, covered: true, run });
    }
  };
  const { archived } = query.filter;
  const compare = useCompare({ count, selection, query, onCompare });
  const archiving = [
    {
      ...bulkAction('archive', 'Archive selected', () => change({ archived: true })),
      shortcut: 'archive' as const,
      words: 'Archive',
      isOffered: archived !== 'yes',
    },
    {
      ...bulkAction('unarchive', 'Unarchive selected', () => change({ archived: false })),
      words: 'Unarchive',
      isOffered: archived !== 'no',
    },
  ].filter(({ isOffered }) => isOffered);
  useActions([
    ...(compare ? [bulkAction('compare', 'Compare selected', compare)] : []),
    ...VERDICTS_DOWN.map((verdict) => ({
      ...bulkAction(`verdict.${verdict}`, `Verdict for selected: ${VERDICT_WORDS[verdict]}`, () =>
        judge(verdict),
      ),
      shortcut: VERDICT_KEYS[verdict],
    })),
    ...archiving,
    bulkAction('clear', 'Clear selection', clear),
  ]);
  return (
    <div className={classes['bulkPlace']}>
      <section className={classes['bulkBar']} aria-label="Selected requests">
        <span className={classes['bulkCount']} aria-live="polite">
          {formatNumber(count)} selected
        </span>
        <VerdictMenu onChange={judge} />
        <CompareButton compare={compare} />
        <CopySummariesButton selection={selection} query={query} />
        <ExportSelected selection={selection} />
        <TagButton busy={isPending} onChange={change} />
        <SubmitAgainButton count={count} selection={selection} query={query} />
        <MoreMenu selection={selection} query={query} archiving={archiving} />
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

function CopySummariesButton({ selection, query }: Pick<BulkBarProps, 'selection' | 'query'>) {
  const workspace = useWorkspace();
  const { isOff } = useExportLock();
  const copy = useMutation({
    mutationFn: async () => copySummaries(workspace, await resolveSelection(workspace, selection, query)),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const start = () => copy.mutate();
  const action = bulkAction('copy-summary', 'Copy summaries of selected', start);
  useActions(isOff ? [] : [{ ...action, shortcut: 'copySummary' }]);
  return isOff ? null : (
    <BulkButton icon={IconCopy} loading={copy.isPending} onClick={start}>
      Copy summary
    </BulkButton>
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

/** Saves the selected requests to a file. */
function ExportSelected({ selection }: Pick<BulkBarProps, 'selection'>) {
  const save = useExportRequests();
  const { lock } = useExportLock();
  const actions = FORMATS.map(({ format, words }) => ({
    ...bulkAction(`export.${format}`, `Export as ${format.toUpperCase()}: selected`, () =>
      save.mutate({ selection, format }),
    ),
    keywords: 'save file download spreadsheet',
    words,
  }));
  useActions(lock.disabled ? [] : actions);
  return (
    <Menu position="top" withinPortal>
      <Menu.Target>
        <BulkButton icon={IconDownload} loading={save.isPending} {...lock}>
          Export
        </BulkButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ id, words, run }) => (
          <Menu.Item key={id} aria-label={`Selected: ${words}`} onClick={run}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface MoreMenuProps extends Pick<BulkBarProps, 'selection' | 'query'> {
  readonly archiving: readonly (Action & { readonly words: string })[];
}

/** What is rarely done to a selection. */
function MoreMenu({ selection, query, archiving }: MoreMenuProps) {
  const workspace = useWorkspace();
  const refresh = useMutation({
    mutationFn: async () =>
      workspace.api.requests.refresh({ requestIds: await resolveSelection(workspace, selection, query) }),
    onSuccess: (refreshed) => showRefreshedToast(workspace.id, refreshed),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const hold = useMutation({
    mutationFn: () => resolveSelection(workspace, selection, query),
    onSuccess: (requestIds) => openHold({ workspaceId: workspace.id, requestIds }),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const actions = [
    { ...bulkAction('refresh', 'Refresh selected requests', () => refresh.mutate()), words: 'Refresh' },
    {
      ...bulkAction(
        'do-not-call',
        'Do not call selected…',
        () => void notToCallSelected(workspace, selection, query).catch(showErrorInShell),
      ),
      keywords: NOT_TO_CALL_WORDS,
      words: 'Do not call…',
    },
    {
      ...bulkAction('hold', 'Place a legal hold on selected…', () => hold.mutate()),
      words: 'Place a legal hold…',
    },
  ];
  useActions(actions);
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label="More for the selection" title="More">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {[...archiving, ...actions].map(({ id, words, run }) => (
          <Menu.Item key={id} onClick={run}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface TagButtonProps {
  readonly busy: boolean;
  readonly onChange: (change: AnnotationChange) => void;
}

/** Adds a tag, new or existing, to the selected requests, or removes one. */
function TagButton({ busy, onChange }: TagButtonProps) {
  const [opened, setOpened] = useState(false);
  const [removes, setRemoves] = useState(false);
  useActions([{ ...bulkAction('tag', 'Tag selected…', () => setOpened(true)), keywords: 'label' }]);
  const change = (changed: AnnotationChange) => {
    setOpened(false);
    onChange(changed);
  };
  return (
    <Popover
      position="top"
      width={260}
      shadow="md"
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <BulkButton icon={IconTag} loading={busy} onClick={() => setOpened(!opened)}>
          Tag
        </BulkButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Tags">
        <TagList removes={removes} onRemoves={setRemoves} onChange={change} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface TagListProps extends Pick<TagButtonProps, 'onChange'> {
  readonly removes: boolean;
  readonly onRemoves: (removes: boolean) => void;
}

function TagList({ removes, onRemoves, onChange }: TagListProps) {
  const tags = useQuery(useWorkspace().queries.requests.filterValues()).data?.tags ?? [];
  const known = new Set(tags.map(({ value }) => value));
  return (
    <PickList
      key={String(removes)}
      label={removes ? 'Remove a tag' : 'Add a tag'}
      placeholder={removes ? 'Remove a tag…' : 'Add or create a tag…'}
      options={tags.map(({ value, count }) => ({ key: value, words: value, count }))}
      onPick={(tag) => onChange(removes ? { removeTags: [tag] } : { addTags: [tag] })}
      createOption={(text) =>
        removes || known.has(text) ? null : { key: text, words: text, group: 'New tag' }
      }
      empty={removes ? 'No such tag.' : 'Type the name of a new tag.'}
      maxLength={MAX_TAG_LENGTH}
    >
      <SegmentedControl
        m={6}
        aria-label="Add or remove"
        data={[
          { value: 'add', label: 'Add' },
          { value: 'remove', label: 'Remove' },
        ]}
        value={removes ? 'remove' : 'add'}
        onChange={(value) => onRemoves(value === 'remove')}
      />
    </PickList>
  );
}

const MOST_AT_ONCE = 500;

interface SubmitAgainButtonProps extends ListSelection {
  readonly query: RequestQuery;
}

/** Submits the selected candidates again: a single one through the form, several after confirmation. */
function SubmitAgainButton({ count, selection, query }: SubmitAgainButtonProps) {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const start = useMutation({
    mutationFn: async () => {
      const ids = await resolveSelection(workspace, selection, query);
      const [first] = ids;
      if (first === undefined) return;
      if (ids.length > 1) return askToSubmitAgain(workspace, ids);
      return (await workspace.api.requests.get({ requestId: first })).submissionId;
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  // A callback of `mutate`, so that the form doesn't open once the list is left, least of all in another workspace.
  const begin = () => start.mutate(undefined, { onSuccess: (id) => id && navigate(submitAgainPath(id)) });
  const tooMany = count > MOST_AT_ONCE;
  useActions(tooMany ? [] : [bulkAction('again', 'Submit selected again…', begin)]);
  return (
    <BulkButton
      icon={IconPhoneOutgoing}
      title={tooMany ? `You can submit at most ${formatNumber(MOST_AT_ONCE)} again at once` : undefined}
      disabled={tooMany}
      loading={start.isPending}
      onClick={begin}
    >
      Submit again
    </BulkButton>
  );
}

function askToSubmitAgain({ id, api }: WorkspaceAccess, requestIds: readonly string[]): void {
  askToConfirm({
    workspaceId: id,
    ...submitAgainWords(requestIds.length),
    run: async () => {
      const { queued } = await api.submissions.submitAgain({ requestIds: [...requestIds] });
      showToast({ workspaceId: id, title: `${countOf(queued, 'submission')} queued` });
    },
  });
}

/** A palette action on the selected requests. */
function bulkAction(id: string, name: string, run: () => void): Action {
  return { id: `selected.${id}`, name, group: 'Selected requests', run };
}

interface BulkButtonProps extends Omit<ComponentProps<typeof Button<'button'>>, 'leftSection'> {
  readonly icon: Icon;
}

/** A button of the bulk bar. */
function BulkButton({ icon: ButtonIcon, ...props }: BulkButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<ButtonIcon size={15} aria-hidden />}
      {...props}
    />
  );
}

/** The most annotations one call accepts. */
const RESTORED_AT_ONCE = 10_000;

/** Changes verdict, tags or archiving of the selected requests, and shows a toast with Undo. */
async function annotate(
  workspace: WorkspaceAccess,
  selection: RequestSelection,
  change: AnnotationChange,
): Promise<void> {
  const before = await workspace.api.requests.annotate({ selection, change });
  if (before.length === 0) return;
  showUndoToast({
    workspaceId: workspace.id,
    title: changeWords(before.length, change),
    undo: () => restore(workspace, before),
  });
}

async function restore({ api }: WorkspaceAccess, annotations: readonly Annotation[]): Promise<void> {
  for (let at = 0; at < annotations.length; at += RESTORED_AT_ONCE) {
    await api.requests.restore({ annotations: annotations.slice(at, at + RESTORED_AT_ONCE) });
  }
}

/** Rows per call. */
const CHUNK_SIZE = 400;

/** Asks for a reason, and puts the numbers of the selected requests on the do-not-call list. */
async function notToCallSelected(
  workspace: WorkspaceAccess,
  selection: RequestSelection,
  query: RequestQuery,
): Promise<void> {
  const ids = await resolveSelection(workspace, selection, query);
  const phoneNumbers: string[] = [];
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    const rows = await workspace.api.requests.rows({ requestIds: ids.slice(start, start + CHUNK_SIZE) });
    for (const { phoneNumber } of rows) phoneNumbers.push(phoneNumber);
  }
  if (phoneNumbers.length > 0) openNotToCall({ workspaceId: workspace.id, phoneNumbers });
}
