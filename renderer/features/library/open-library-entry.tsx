import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type LibraryEntry, type LibraryKind, libraryEntryInput } from '../../../shared/library.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { toApiError } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { openDialog } from '../../parts/dialog.tsx';
import { FormButtons, fieldErrors, focusFirstError } from '../../parts/form.tsx';
import { LibraryField } from '../../parts/library-field.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { DescribedFields } from './described-fields.tsx';

/** Opens the dialog that adds an entry. */
export function addLibraryEntry(workspace: Workspace, kind: LibraryKind, title: string): void {
  open(workspace, title, kind, undefined);
}

/** Opens the dialog that changes an entry. */
export function editLibraryEntry(workspace: Workspace, entry: LibraryEntry): void {
  open(workspace, entry.name === '' ? UNNAMED[entry.kind] : 'Edit entry', entry.kind, entry);
}

const UNNAMED: Readonly<Record<LibraryKind, string>> = {
  job_description: 'Name this ID',
  questionnaire: 'Name or describe this questionnaire',
};

function open(workspace: Workspace, title: string, kind: LibraryKind, entry: LibraryEntry | undefined): void {
  const typed = {};
  openDialog({
    modalId: 'library-entry',
    title,
    workspace,
    content: (close) => <LibraryEntryForm kind={kind} entry={entry} typed={typed} onClose={close} />,
  });
}

interface EntryValues {
  readonly kind: LibraryKind;
  readonly serviceId: string;
  readonly name: string;
  readonly note: string;
  readonly defaultQuestionnaireId: string;
}

/** What was typed into a form that another dialog, opened from it, has taken the place of. */
interface TypedEntry {
  values?: EntryValues;
}

interface LibraryEntryFormProps {
  readonly kind: LibraryKind;
  readonly entry: LibraryEntry | undefined;
  readonly typed: TypedEntry;
  readonly onClose: () => void;
}

/** Adds or edits an entry. The ID of an entry never changes: another ID is another entry. */
function LibraryEntryForm({ kind, entry, typed, onClose }: LibraryEntryFormProps) {
  const { form, save, submit } = useEntryForm({ kind, entry, typed, onClose });
  const taken = useTaken(kind, form.values, entry);
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          dir="auto"
          data-autofocus
          description={taken.name && 'Another entry has this name. Different names are easier to pick.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="ID"
          spellCheck={false}
          dir="ltr"
          readOnly={entry !== undefined}
          description={taken.id && 'Your Library has this ID. Saving changes that entry.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('serviceId')}
        />
        {kind === 'job_description' && (
          <LibraryField
            kind="questionnaire"
            label="Default questionnaire (optional)"
            placeholder="Filled in when this job is picked"
            {...form.getInputProps('defaultQuestionnaireId')}
            value={form.values.defaultQuestionnaireId}
          />
        )}
        <Textarea
          label="Note (optional)"
          autosize
          minRows={2}
          maxRows={6}
          dir="auto"
          {...form.getInputProps('note')}
        />
        {entry && <EntryDetails entry={entry} />}
        <ErrorNotice error={save.error} />
        <FormButtons onLeave={onClose} loading={save.isPending}>
          Save entry
        </FormButtons>
      </Stack>
    </form>
  );
}

function useEntryForm({ kind, entry, typed, onClose }: LibraryEntryFormProps) {
  const save = useMutation({ mutationFn: useWorkspace().api.library.save });
  const form = useForm<EntryValues>({
    initialValues: typed.values ?? {
      kind,
      serviceId: entry?.serviceId ?? '',
      name: entry?.name ?? '',
      note: entry?.note ?? '',
      defaultQuestionnaireId: entry?.defaultQuestionnaireId ?? '',
    },
    onValuesChange: (values) => {
      typed.values = values;
    },
    validate: (values) => fieldErrors(libraryEntryInput, values),
    validateInputOnBlur: ['serviceId'],
  });
  const submit = form.onSubmit(
    (values) =>
      save.mutate(
        { ...values, defaultQuestionnaireId: values.defaultQuestionnaireId || null },
        { onSuccess: onClose, onError: (error) => form.setErrors(toApiError(error).fields) },
      ),
    focusFirstError,
  );
  return { form, save, submit };
}

function EntryDetails({ entry }: { entry: LibraryEntry }) {
  return (
    <>
      {entry.kind === 'questionnaire' && <DescribedFields entry={entry} />}
      {entry.archived && (
        <Text size="xs" c="dimmed">
          This entry is archived: forms don’t offer it.
        </Text>
      )}
    </>
  );
}

/** Whether another entry has the ID or name in the form. */
function useTaken(
  kind: LibraryKind,
  { name, serviceId }: { readonly name: string; readonly serviceId: string },
  entry: LibraryEntry | undefined,
) {
  const others = (useQuery(useWorkspace().queries.library.list()).data ?? []).filter(
    (each) => each.kind === kind && each.serviceId !== entry?.serviceId,
  );
  const wanted = name.trim().toLocaleLowerCase();
  return {
    id: entry === undefined && others.some((each) => each.serviceId === serviceId.trim()),
    name:
      wanted !== '' &&
      others.some((each) => each.name.toLocaleLowerCase() === wanted && each.serviceId !== serviceId.trim()),
  };
}
