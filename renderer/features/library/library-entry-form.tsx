import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type LibraryEntry, type LibraryKind, libraryEntryInput } from '../../../shared/library.ts';
import { toApiError } from '../../api/api-error.ts';
import { useSaveLibraryEntry } from '../../api/library.ts';
import { focusFirstError } from '../../parts/form/focus-first-error.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';

interface LibraryEntryFormProps {
  readonly kind: LibraryKind;
  readonly entry: LibraryEntry | undefined;
  readonly onClose: () => void;
}

/** Name, id and note of one entry. The id of an entry never changes: another id is another entry. */
export function LibraryEntryForm({ kind, entry, onClose }: LibraryEntryFormProps) {
  const save = useSaveLibraryEntry();
  const form = useForm({
    initialValues: {
      kind,
      serviceId: entry?.serviceId ?? '',
      name: entry?.name ?? '',
      note: entry?.note ?? '',
    },
    validate: schemaResolver(libraryEntryInput, { sync: true }),
    validateInputOnBlur: ['serviceId'],
  });
  const submit = form.onSubmit(
    (values) =>
      save.mutate(values, {
        onSuccess: onClose,
        onError: (error) => form.setErrors(toApiError(error).fields),
      }),
    focusFirstError,
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput label="Name" dir="auto" data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label="ID"
          spellCheck={false}
          readOnly={entry !== undefined}
          {...form.getInputProps('serviceId')}
        />
        <Textarea
          label="Note (optional)"
          autosize
          minRows={2}
          maxRows={6}
          dir="auto"
          {...form.getInputProps('note')}
        />
        <ErrorNotice error={save.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save entry
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
