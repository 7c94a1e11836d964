import { Button, Checkbox, Group, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { DescribedField } from '../../../shared/described-field.ts';
import type { LibraryEntry } from '../../../shared/library.ts';
import type { Json } from '../../../shared/request.ts';
import { toApiError } from '../../api/api-error.ts';
import { restoreLibrary, useDescribeField, useLibrary } from '../../api/library.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { useFocusOnMount } from '../form/use-focus-on-mount.ts';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { showUndoToast } from '../toast/show-undo-toast.tsx';
import classes from './describe-field-form.module.css';
import { DescribedPreview } from './described-preview.tsx';
import { fieldErrors, fieldIn, valuesOf } from './field-form-values.ts';

export interface DescribeFieldFormProps {
  readonly questionnaireId: string;
  /** As in `PinnedField`. */
  readonly path: string;
  /** What the field is called where nobody has described it yet. */
  readonly label: string;
  /** A result to show what the description makes of it. */
  readonly results?: Json;
  readonly onClose: () => void;
}

/** What a field of one questionnaire's results means: its name, its scale, which end is better, whether it says the whole. */
export function DescribeFieldForm(props: DescribeFieldFormProps) {
  const { data, error, refetch } = useLibrary();
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="md" />;
  const entry = data.find(
    ({ kind, serviceId }) => kind === 'questionnaire' && serviceId === props.questionnaireId,
  );
  return <Fields {...props} entry={entry} />;
}

interface FieldsProps extends DescribeFieldFormProps {
  readonly entry: LibraryEntry | undefined;
}

function Fields({ questionnaireId, path, label, results, entry, onClose }: FieldsProps) {
  const described = entry?.fields.find((each) => each.path === path);
  const before = entry?.fields.find((each) => each.headline && each.path !== path);
  // The dialog has looked for its first field before the Library was there.
  const first = useFocusOnMount<HTMLInputElement>();
  const workspace = useWorkspace();
  const save = useDescribeField();
  const form = useForm({
    initialValues: valuesOf(described ?? { label }),
    validate: (values) => fieldErrors(path, values),
    validateInputOnBlur: ['label'],
  });
  const field = fieldIn(path, form.values);
  const store = (wanted: DescribedField | null) =>
    save.mutate(
      { questionnaireId, path, field: wanted },
      {
        onSuccess: (snapshot) => {
          showUndoToast({
            workspaceId: workspace.id,
            title: wanted ? `${wanted.label} is described` : `${label} is not described any more`,
            undo: () => restoreLibrary(workspace, [snapshot]),
          });
          onClose();
        },
        onError: (failure) => form.setErrors(toApiError(failure).fields),
      },
    );
  return (
    <form noValidate onSubmit={form.onSubmit(() => field && store(field), focusFirstError)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The service does not say what its numbers mean. What you say here holds for every result of the
          questionnaire{' '}
          <span className={classes['name']} dir="auto">
            {entry?.name || questionnaireId}
          </span>
          , and is kept in its entry in the Library.
        </Text>
        <TextInput
          ref={first}
          label="Label"
          dir="auto"
          data-autofocus
          maxLength={100}
          {...form.getInputProps('label')}
        />
        <fieldset className={classes['scale']}>
          <legend>Scale</legend>
          <Group gap="sm" align="flex-start" grow>
            <TextInput
              label="Smallest value"
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps('smallest')}
            />
            <TextInput
              label="Largest value"
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps('largest')}
            />
          </Group>
          <Text size="xs" c="dimmed">
            Leave both empty for what is measured on no scale, such as a recommendation in words.
          </Text>
          <Radio.Group label="Which end is better?" {...form.getInputProps('better')}>
            <Group gap="lg" mt={4}>
              <Radio size="xs" value="higher" label="Higher is better" />
              <Radio size="xs" value="lower" label="Lower is better" />
              <Radio size="xs" value="neither" label="Neither" />
            </Group>
          </Radio.Group>
        </fieldset>
        <Checkbox
          label="Use as the headline"
          description={
            before
              ? `Lists and reports show it instead of “${before.label}”.`
              : 'Lists and reports show it instead of “Assessed”.'
          }
          {...form.getInputProps('headline', { type: 'checkbox' })}
        />
        {field && results !== undefined && <DescribedPreview field={field} results={results} />}
        <ErrorNotice error={save.error} />
        <Group justify="space-between" gap="xs">
          {described ? (
            <Button variant="subtle" color="red.9" onClick={() => store(null)} disabled={save.isPending}>
              Remove description
            </Button>
          ) : (
            <span />
          )}
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Not now
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save description
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
