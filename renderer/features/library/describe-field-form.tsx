import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Radio,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DescribedField,
  describedValue,
  fieldWords,
  headlineOf,
} from '../../../shared/described-field.ts';
import { describedField, type LibraryEntry } from '../../../shared/library.ts';
import type { Json } from '../../../shared/request.ts';
import { toApiError } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { fieldErrors, focusFirstError, useFocusOnMount } from '../../parts/form.tsx';
import { parseNumber } from '../../parts/format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { FixedMark } from '../../parts/page.tsx';
import { ScaleBar } from '../../parts/status.tsx';
import { showUndoToast } from '../../parts/toast.tsx';
import { ExamplesSource, ExampleValues, useAnswerExamples } from './examples.tsx';
import classes from './library.module.css';
import { useDescriptionLock } from './use-description-lock.ts';

export interface DescribeFieldFormProps {
  readonly questionnaireId: string;
  /** As in `PinnedField`. */
  readonly path: string;
  /** The field's label if it has no description yet. */
  readonly label: string;
  /** A result for the preview. */
  readonly results?: Json;
  /** Whether it begins with the field as the score. */
  readonly isScore?: boolean;
  readonly onClose: () => void;
}

/**
 * Form that describes a result field of one questionnaire: which, its scale and better end; folded, its label, whether it is
 * the score, and whether it is covered.
 */
export function DescribeFieldForm(props: DescribeFieldFormProps) {
  const { data, error, refetch } = useQuery(useWorkspace().queries.library.list());
  const isLocked = useDescriptionLock();
  const [field, setField] = useState<ChosenField>(props);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="md" />;
  const entry = data.find(
    ({ kind, serviceId }) => kind === 'questionnaire' && serviceId === props.questionnaireId,
  );
  return isLocked(props.questionnaireId) ? (
    <FixedForm {...props} entry={entry} />
  ) : (
    <LoadedForm key={field.path} {...props} {...field} entry={entry} onField={setField} />
  );
}

type ChosenField = Pick<DescribeFieldFormProps, 'path' | 'label'>;

interface FormProps extends DescribeFieldFormProps {
  readonly entry: LibraryEntry | undefined;
}

interface LoadedFormProps extends FormProps {
  readonly onField: (field: ChosenField) => void;
}

function FixedForm({ questionnaireId, path, label, results, entry, onClose }: FormProps) {
  const field = entry?.fields.find((each) => each.path === path);
  return (
    <FixedDescription
      questionnaire={entry?.name || questionnaireId}
      label={label}
      field={field}
      results={results}
      onClose={onClose}
    />
  );
}

function LoadedForm(props: LoadedFormProps) {
  const { questionnaireId, path, label, results, entry, onClose } = props;
  const described = entry?.fields.find((field) => field.path === path);
  const headline = entry?.fields.find((field) => field.headline && field.path !== path);
  const form = useForm({
    initialValues: toFormValues(described ?? { label, headline: props.isScore ?? false }),
    validate: (values) => validateField(path, values),
    validateInputOnBlur: ['label'],
  });
  const field = parseField(path, form.values);
  const save = useSaveDescription(props, (failure) => form.setErrors(toApiError(failure).fields));
  return (
    <form noValidate onSubmit={form.onSubmit(() => field && save.store(field), focusFirstError)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The service doesn't say what its numbers mean. Your description applies to every result of the
          questionnaire{' '}
          <span className={classes['described']} dir="auto">
            {entry?.name || questionnaireId}
          </span>
          , and is kept in its Library entry.
        </Text>
        <FieldSelect {...props} />
        <Examples {...props} />
        <ScaleInputs form={form} />
        <LabelAndUses form={form} instead={headline?.label} />
        {field && results !== undefined && <DescribedPreview field={field} results={results} />}
        <ErrorNotice error={save.error} />
        <Buttons saving={save.isPending} onRemove={described && (() => save.store(null))} onClose={onClose} />
      </Stack>
    </form>
  );
}

interface LabelAndUsesProps {
  readonly form: UseFormReturnType<FieldValues>;
  /** The label of the score so far. */
  readonly instead: string | undefined;
}

function LabelAndUses({ form, instead = 'Assessed' }: LabelAndUsesProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <details
      open={isUnfolded || form.errors['label'] !== undefined}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary>Label and uses</summary>
      <Stack gap="md" mt="xs">
        <TextInput label="Label" dir="auto" maxLength={100} {...form.getInputProps('label')} />
        <Checkbox
          label="Use as the score"
          description={`Lists and reports show it instead of “${instead}”.`}
          {...form.getInputProps('headline', { type: 'checkbox' })}
        />
        <Checkbox
          label="May be seen before a verdict"
          description="In workspaces that cover results until then. A field without this stays covered."
          {...form.getInputProps('open', { type: 'checkbox' })}
        />
      </Stack>
    </details>
  );
}

/** The pinned fields, and those of the newest answers that a column can show. */
function FieldSelect({ questionnaireId, path, label, onField }: LoadedFormProps) {
  // The dialog moves the focus before the Library has loaded.
  const select = useFocusOnMount<HTMLSelectElement>();
  const pins = useQuery(useWorkspace().queries.pins.list()).data ?? [];
  const fields = useAnswerExamples(questionnaireId).data?.fields.flatMap(({ pin }) => pin ?? []) ?? [];
  const all = [{ path, label }, ...pins, ...fields];
  const known = [...new Map(all.map((each) => [each.path, each])).values()];
  return (
    <NativeSelect
      ref={select}
      data-autofocus
      label="Field"
      data={known.map((each) => ({ value: each.path, label: each.label }))}
      value={path}
      onChange={({ currentTarget: { value } }) => {
        const chosen = known.find((each) => each.path === value);
        if (chosen) onField(chosen);
      }}
    />
  );
}

/** What the newest answers had in the field. */
function Examples({ questionnaireId, path, label }: DescribeFieldFormProps) {
  const { data } = useAnswerExamples(questionnaireId);
  return (
    <Stack gap={4}>
      {data !== undefined && data.answers > 0 && (
        <ExampleValues
          label={label}
          field={data.fields.find((each) => each.path === path)}
          of={data.answers}
        />
      )}
      <ExamplesSource questionnaireId={questionnaireId} />
    </Stack>
  );
}

/** Stores or removes (null) the description, closes the form and offers an undo. */
function useSaveDescription(
  { questionnaireId, path, label, onClose }: DescribeFieldFormProps,
  onError: (failure: unknown) => void,
) {
  const workspace = useWorkspace();
  const { mutate, error, isPending } = useMutation({ mutationFn: useWorkspace().api.library.describe });
  const store = (field: DescribedField | null) =>
    mutate(
      { questionnaireId, path, field },
      {
        onSuccess: (snapshot) => {
          showUndoToast({
            workspaceId: workspace.id,
            title: field ? `Description of ${field.label} saved` : `Description of ${label} removed`,
            undo: () => workspace.api.library.restore({ snapshots: [snapshot] }),
          });
          onClose();
        },
        onError,
      },
    );
  return { store, error, isPending };
}

function ScaleInputs({ form }: { form: UseFormReturnType<FieldValues> }) {
  return (
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
        Leave both empty for values without a scale, such as a recommendation in words.
      </Text>
      <Radio.Group label="Which end is better?" {...form.getInputProps('better')}>
        <Group gap="lg" mt={4}>
          <Radio value="higher" label="Higher is better" />
          <Radio value="lower" label="Lower is better" />
          <Radio value="neither" label="Neither" />
        </Group>
      </Radio.Group>
    </fieldset>
  );
}

interface ButtonsProps {
  readonly saving: boolean;
  readonly onRemove: (() => void) | undefined;
  readonly onClose: () => void;
}

function Buttons({ saving, onRemove, onClose }: ButtonsProps) {
  return (
    <Group gap="xs">
      {onRemove && (
        <Button
          variant="subtle"
          color="red"
          c="var(--mantine-color-error)"
          onClick={onRemove}
          disabled={saving}
        >
          Remove description
        </Button>
      )}
      <Button variant="default" onClick={onClose} ml="auto">
        Cancel
      </Button>
      <Button type="submit" loading={saving}>
        Save description
      </Button>
    </Group>
  );
}

/** Values of the form's inputs. */
interface FieldValues {
  readonly label: string;
  readonly smallest: string;
  readonly largest: string;
  readonly better: 'higher' | 'lower' | 'neither';
  readonly headline: boolean;
  readonly open: boolean;
}

function toFormValues({
  label,
  smallest = null,
  largest = null,
  better = null,
  headline = false,
  cover = 'covered',
}: Pick<DescribedField, 'label'> & Partial<DescribedField>): FieldValues {
  return {
    label,
    smallest: smallest === null ? '' : String(smallest),
    largest: largest === null ? '' : String(largest),
    better: better ?? 'neither',
    headline,
    open: cover === 'open',
  };
}

/** The description as typed; undefined if it is invalid. */
function parseField(path: string, values: FieldValues): DescribedField | undefined {
  return describedField.safeParse(toField(path, values)).data;
}

/** Validation messages by field. */
function validateField(path: string, values: FieldValues): Readonly<Record<string, string>> {
  return fieldErrors(describedField, toField(path, values));
}

function toField(path: string, { label, smallest, largest, better, headline, open }: FieldValues) {
  return {
    path,
    label,
    smallest: numberOrText(smallest),
    largest: numberOrText(largest),
    better: better === 'neither' ? null : better,
    headline,
    cover: open ? 'open' : 'covered',
  };
}

/** Keeps invalid text, so that the schema rejects it. */
function numberOrText(text: string): number | string | null {
  const number = parseNumber(text);
  return number === undefined ? text : number;
}

interface FixedDescriptionProps {
  /** The questionnaire's name, or its ID. */
  readonly questionnaire: string;
  readonly label: string;
  /** Undefined if the policy says nothing about this field. */
  readonly field: DescribedField | undefined;
  readonly results: Json | undefined;
  readonly onClose: () => void;
}

/** In place of the form where the organisation's policy says what the values mean. */
function FixedDescription({ questionnaire, label, field, results, onClose }: FixedDescriptionProps) {
  const close = useFocusOnMount<HTMLButtonElement>();
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" c="dimmed">
          What the results of{' '}
          <span className={classes['described']} dir="auto">
            {questionnaire}
          </span>{' '}
          mean can’t be changed here.
        </Text>
        <FixedMark />
      </div>
      {field ? (
        <Text size="sm" dir="auto">
          {fieldWords(field)}
        </Text>
      ) : (
        <Text size="sm">
          <span dir="auto">{label}</span> isn’t described. It is shown as the service sends it, and stays
          covered where a verdict comes first.
        </Text>
      )}
      {field && results !== undefined && <DescribedPreview field={field} results={results} />}
      <Group justify="flex-end">
        <Button ref={close} variant="default" data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

const MAX_LENGTH = 200;

/** A preview of how a description presents a result. */
function DescribedPreview({ field, results }: { field: DescribedField; results: Json }) {
  const value = describedValue(results, field);
  const headline = headlineOf(results, [field]);
  return (
    <div className={classes['preview']} aria-live="polite">
      <Text size="xs" c="dimmed">
        This result
      </Text>
      {value ? (
        <span className={classes['sent']}>
          <Text span inherit fw={600} dir="auto">
            {value.text.length > MAX_LENGTH ? `${value.text.slice(0, MAX_LENGTH)}…` : value.text}
          </Text>
          <ScaleBar value={value} />
        </span>
      ) : (
        <Text size="sm">has nothing in this field.</Text>
      )}
      {headline && (
        <Text size="sm" dir="auto">
          Score: {headline.text}
        </Text>
      )}
    </div>
  );
}
