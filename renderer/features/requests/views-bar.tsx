import { ActionIcon, Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { RequestFilter, SavedView } from '../../../shared/request-filter.ts';
import { toApiError, type WorkspaceApi } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { useRequestTotal } from '../../api/requests.ts';
import { openDialog } from '../../parts/dialog.tsx';
import { FormButtons } from '../../parts/form.tsx';
import { countOf } from '../../parts/format.ts';
import { TAB_LOOKS, TabWords } from '../../parts/layout.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { showToast, showUndoToast } from '../../parts/toast.tsx';
import {
  BUILT_IN_VIEWS,
  type BuiltInView,
  FIRST_STATE,
  type ListState,
  sameFilter,
  UNSEEN,
} from './list-state.ts';

/** The number of requests that a filter lists. */
export interface ListedCount {
  readonly filter: RequestFilter;
  readonly total: number;
}

interface ViewsBarProps {
  readonly state: ListState;
  /** Of the list on screen, whose view shows the same number; null while it is loading. */
  readonly listed: ListedCount | null;
  readonly onChange: (state: ListState) => void;
}

/** The built-in and saved views, each with the number of requests it shows. */
export function ViewsBar({ state, listed, onChange }: ViewsBarProps) {
  const saved = useQuery(useWorkspace().queries.views.list()).data ?? [];
  const chosen = saved.find(({ id }) => id === state.viewId);
  return (
    <Group gap={6} wrap="nowrap" miw={0} flex="none">
      <fieldset className={TAB_LOOKS.list} aria-label="Views">
        {BUILT_IN_VIEWS.map((view) => (
          <BuiltInTab
            key={view.id}
            view={view}
            listed={listed}
            chosen={state.viewId === view.id}
            onChoose={() =>
              onChange({ viewId: view.id, query: { ...FIRST_STATE.query, filter: view.filter } })
            }
          />
        ))}
        {saved.map((view) => (
          <ViewTab
            key={view.id}
            name={view.name}
            count={totalOf(listed, view.filter) ?? view.count}
            chosen={view.id === state.viewId}
            onChoose={() => onChange(stateOf(view))}
          />
        ))}
      </fieldset>
      {chosen && <ViewMenu view={chosen} state={state} listed={listed} onChange={onChange} />}
      <SaveView state={state} listed={listed} chosen={chosen} onChange={onChange} />
      {state.viewId === 'changed' && <MarkAllSeen />}
    </Group>
  );
}

export function stateOf({ id, filter, sort, descending }: SavedView): ListState {
  return { viewId: id, query: { filter, sort, descending } };
}

/** Counts follow a busy service more slowly than the list does. */
function totalOf(listed: ListedCount | null, filter: RequestFilter): number | undefined {
  return listed && sameFilter(listed.filter, filter) ? listed.total : undefined;
}

type BuiltInTabProps = Pick<ViewTabProps, 'chosen' | 'onChoose'> &
  Pick<ViewsBarProps, 'listed'> & { readonly view: BuiltInView };

function BuiltInTab({ view, listed, ...props }: BuiltInTabProps) {
  const counted = useRequestTotal(view.filter).data;
  return <ViewTab {...props} name={view.name} count={totalOf(listed, view.filter) ?? counted} />;
}

interface ViewTabProps {
  readonly name: string;
  readonly count: number | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function ViewTab({ name, count, chosen, onChoose }: ViewTabProps) {
  const tab = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    <button
      ref={tab}
      type="button"
      className={TAB_LOOKS.tab}
      aria-pressed={chosen}
      title={name}
      onClick={onChoose}
    >
      <TabWords name={name} count={count} />
    </button>
  );
}

/** Renames or deletes the open saved view. */
function ViewMenu({ view, state, onChange }: ViewsBarProps & { view: SavedView }) {
  const { id: workspaceId, api } = useWorkspace();
  const remove = useMutation({
    mutationFn: () => api.views.remove({ id: view.id }),
    onSuccess: () => {
      onChange({ ...state, viewId: 'all' });
      const { name, filter, sort, descending } = view;
      showUndoToast({
        workspaceId,
        title: `View ${name} deleted`,
        undo: () => api.views.save({ name, filter, sort, descending }),
      });
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={`More for the view ${view.name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            askForViewName({ title: 'Rename the view', name: view.name, save: rename(api, view) })
          }
        >
          Rename…
        </Menu.Item>
        <Menu.Item onClick={() => remove.mutate()}>Delete this view</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function rename(api: WorkspaceApi, { id, filter, sort, descending }: SavedView) {
  return (name: string) => api.views.save({ id, name, filter, sort, descending });
}

/** Offers to save the query once it differs from the chosen view. */
function SaveView({ state, chosen, onChange }: ViewsBarProps & { chosen: SavedView | undefined }) {
  const { id: workspaceId, api } = useWorkspace();
  const update = useMutation({
    mutationFn: (view: SavedView) => api.views.save({ id: view.id, name: view.name, ...state.query }),
    onSuccess: ({ name }, before) =>
      showUndoToast({
        workspaceId,
        title: `View ${name} updated`,
        undo: () => rename(api, before)(before.name),
      }),
    meta: SHOW_ERROR_IN_SHELL,
  });
  if (!hasChanged(state, chosen)) return null;
  const saveNew = async (name: string) => {
    const view = await api.views.save({ name, ...state.query });
    onChange(stateOf(view));
  };
  const ask = () => askForViewName({ title: 'Save this view', name: '', save: saveNew });
  return (
    <>
      {chosen && (
        <Button size="compact-sm" variant="subtle" onClick={() => update.mutate(chosen)}>
          Update view
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={ask}>
        {chosen ? 'Save as new view' : 'Save view'}
      </Button>
    </>
  );
}

/** Whether the query differs from the chosen view. The search is part of a view. */
function hasChanged({ viewId, query }: ListState, chosen: SavedView | undefined): boolean {
  if (!chosen) {
    const filter = BUILT_IN_VIEWS.find(({ id }) => id === viewId)?.filter ?? FIRST_STATE.query.filter;
    return !sameFilter(filter, query.filter);
  }
  return (
    chosen.sort !== query.sort ||
    chosen.descending !== query.descending ||
    !sameFilter(chosen.filter, query.filter)
  );
}

function MarkAllSeen() {
  const { api } = useWorkspace();
  const seen = useMutation({
    mutationFn: () => api.requests.seen({ filter: UNSEEN }),
    onSuccess: ({ changed }) => showToast({ title: `${countOf(changed, 'request')} marked as seen` }),
    meta: SHOW_ERROR_IN_SHELL,
  });
  return (
    <Button size="compact-sm" variant="subtle" loading={seen.isPending} onClick={() => seen.mutate()}>
      Mark all as seen
    </Button>
  );
}

interface ViewName {
  readonly title: string;
  /** The current name; empty for a new view. */
  readonly name: string;
  readonly save: (name: string) => Promise<unknown>;
}

/** Asks for a view's name and saves it; if saving fails, the dialog stays open and shows why. */
function askForViewName(view: ViewName): void {
  const { title } = view;
  openDialog({
    modalId: 'view-name',
    title,
    content: (close) => <ViewNameForm {...view} onClose={close} />,
  });
}

function ViewNameForm({ name, save, onClose }: ViewName & { readonly onClose: () => void }) {
  const [text, setText] = useState(name);
  const saving = useMutation({ mutationFn: save, onSuccess: onClose });
  const problem = saving.error ? toApiError(saving.error).fields['name'] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name of the view"
          placeholder="Completed this week"
          dir="auto"
          maxLength={60}
          data-autofocus
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {!problem && <ErrorNotice error={saving.error} />}
        <FormButtons onLeave={onClose} loading={saving.isPending} disabled={text.trim() === ''}>
          Save view
        </FormButtons>
      </Stack>
    </form>
  );
}
