import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { type DescribedField, fieldWords } from '../../../shared/described-field.ts';
import type { FieldExamples } from '../../../shared/field-examples.ts';
import type { LibraryEntry, LibrarySnapshot } from '../../../shared/library.ts';
import type { WorkspaceAccess } from '../../api/api.ts';
import { useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { usePinField } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { FixedMark } from '../../parts/page.tsx';
import { ShowMore } from '../../parts/text.tsx';
import { showUndoToast } from '../../parts/toast.tsx';
import { ExamplesSource, ExampleValues, useAnswerExamples } from './examples.tsx';
import classes from './library.module.css';
import { openDescribeField } from './open-describe-field.tsx';
import { useDescriptionLock } from './use-description-lock.ts';

/** The descriptions of a questionnaire's result fields. Each change is saved at once and can be undone. */
export function DescribedFields({ entry: opened }: { entry: LibraryEntry }) {
  const { serviceId } = opened;
  const current = useCurrentWorkspace();
  const { data } = useQuery(useWorkspace().queries.library.list());
  // The current entry: a field may have been described since the dialog opened.
  const entry = data?.find((each) => each.kind === 'questionnaire' && each.serviceId === serviceId) ?? opened;
  const isFixed = useDescriptionLock()(serviceId);
  const pins = useQuery(useWorkspace().queries.pins.list()).data ?? [];
  const [added, setAdded] = useState<string>();
  // The form offers the others.
  const more = pins.find(({ path }) => !entry.fields.some((field) => field.path === path));
  return (
    <section className={classes['fieldsSection']} aria-labelledby="described-results">
      <div>
        <h3 className={classes['fieldsTitle']} id="described-results">
          Described results
        </h3>
        {isFixed && <FixedMark />}
      </div>
      {entry.fields.length === 0 ? (
        <Text size="xs" c="dimmed">
          {isFixed ? 'Nothing is described.' : NOBODY_YET} They are shown as the service sends them, without
          rating anyone.
        </Text>
      ) : (
        <ul className={classes['fields']}>
          {entry.fields.map((field) => (
            <Field
              key={field.path}
              field={field}
              questionnaireId={serviceId}
              pinned={pins.some(({ path }) => path === field.path)}
              takesFocus={field.path === added}
              isFixed={isFixed}
            />
          ))}
        </ul>
      )}
      {!isFixed && more && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() =>
            openDescribeField(current, { questionnaireId: serviceId, path: more.path, label: more.label })
          }
        >
          Describe a pinned field
        </Button>
      )}
      <ExamplesSource questionnaireId={serviceId} />
      {!isFixed && <SeenFields questionnaireId={serviceId} described={entry.fields} onAdded={setAdded} />}
    </section>
  );
}

const NOBODY_YET = 'Nobody has described the results of this questionnaire yet.';

interface FieldProps {
  readonly field: DescribedField;
  readonly questionnaireId: string;
  readonly pinned: boolean;
  /** It was just added, by a button that is gone now. */
  readonly takesFocus: boolean;
  /** The organisation's policy describes it. */
  readonly isFixed: boolean;
}

function Field({ field, questionnaireId, pinned, takesFocus, isFixed }: FieldProps) {
  const { path, label, smallest } = field;
  const pin = usePinField();
  const workspace = useWorkspace();
  const current = useCurrentWorkspace();
  const describe = useMutation({ mutationFn: useWorkspace().api.library.describe });
  const examples = useAnswerExamples(questionnaireId).data;
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) edit.current?.focus();
  }, [takesFocus]);
  const onRemoved = (snapshot: LibrarySnapshot) =>
    showUndoToast({
      workspaceId: workspace.id,
      title: `${label} is no longer described`,
      undo: () => workspace.api.library.restore({ snapshots: [snapshot] }),
    });
  const buttonProps = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <li className={classes['field']}>
      <div className={classes['fieldWords']}>
        <span dir="auto">{fieldWords(field)}</span>
        <code className={classes['fieldPath']} dir="ltr" title={path}>
          {path}
        </code>
        {!pinned && (
          <Text span inherit fz="xs" c="var(--tone-wait)">
            Not used until the field is pinned.
          </Text>
        )}
        {examples !== undefined && examples.answers > 0 && (
          <ExampleValues
            label={label}
            field={examples.fields.find((each) => each.path === path)}
            of={examples.answers}
          />
        )}
        <ErrorNotice error={describe.error ?? pin.error} />
      </div>
      {!pinned && (
        <Button
          {...buttonProps}
          loading={pin.isPending}
          aria-label={`Pin ${label}`}
          onClick={() =>
            pin.mutate({
              field: { path, label, kind: smallest === null ? 'text' : 'number' },
              pinned: true,
            })
          }
        >
          Pin
        </Button>
      )}
      {!isFixed && (
        <>
          <Button
            {...buttonProps}
            ref={edit}
            aria-label={`Edit ${label}`}
            onClick={() => openDescribeField(current, { questionnaireId, path, label })}
          >
            Edit
          </Button>
          <Button
            {...buttonProps}
            aria-label={`Remove ${label}`}
            loading={describe.isPending}
            onClick={() => describe.mutate({ questionnaireId, path, field: null }, { onSuccess: onRemoved })}
          >
            Remove
          </Button>
        </>
      )}
    </li>
  );
}

const SHOWN_AT_FIRST = 8;

interface SeenFieldsProps {
  readonly questionnaireId: string;
  readonly described: readonly DescribedField[];
  /** Gets the path of a field that was added. */
  readonly onAdded: (path: string) => void;
}

/** The fields of the newest answers that nobody has described yet, each to be added with one press. */
function SeenFields({ questionnaireId, described, onAdded }: SeenFieldsProps) {
  const { data } = useAnswerExamples(questionnaireId);
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const heading = useId();
  const { add, addField } = useAdding(questionnaireId, onAdded);
  const offered = (data?.fields ?? []).flatMap((field) => {
    const isDescribed = described.some(({ path }) => path === field.path);
    return field.pin === null || isDescribed ? [] : [{ ...field, pin: field.pin }];
  });
  if (!data || offered.length === 0) return null;
  return (
    <>
      <h4 className={classes['fieldsTitle']} id={heading}>
        Other fields in answers
      </h4>
      <ul className={classes['fields']} aria-labelledby={heading}>
        {offered.slice(0, most).map((field) => (
          <Offer
            key={field.path}
            field={field}
            of={data.answers}
            adding={add.variables?.path === field.path ? add : undefined}
            onAdd={() => addField(field.pin)}
          />
        ))}
      </ul>
      <ShowMore shown={Math.min(most, offered.length)} total={offered.length} onShow={setMost} />
      {data.hasMore && most >= offered.length && (
        <span className={classes['fieldPath']}>The answers have more fields than are listed here.</span>
      )}
    </>
  );
}

/** Not in the offer itself, which is gone before the field is pinned. */
function useAdding(questionnaireId: string, onAdded: (path: string) => void) {
  const workspace = useWorkspace();
  const pins = useQuery(useWorkspace().queries.pins.list()).data;
  const add = useAddSeenField(questionnaireId);
  const addField = (pin: SeenField['pin']) => {
    const wasPinned = pins?.some(({ path }) => path === pin.path) ?? false;
    add.mutate(pin, {
      onSuccess: (snapshot) => {
        onAdded(pin.path);
        showUndoToast({
          workspaceId: workspace.id,
          title: `${pin.label} added to the described results`,
          undo: () => undoAddedField(workspace, snapshot, wasPinned ? null : pin.path),
        });
      },
    });
  };
  return { add, addField };
}

interface OfferProps {
  readonly field: FieldExamples & SeenField;
  readonly of: number;
  /** The addition of this field, if it is the latest. */
  readonly adding: { readonly isPending: boolean; readonly error: unknown } | undefined;
  readonly onAdd: () => void;
}

function Offer({ field, of, adding, onAdd }: OfferProps) {
  const { path, pin } = field;
  return (
    <li className={classes['field']}>
      <div className={classes['fieldWords']}>
        <span dir="auto">{pin.label}</span>
        <code className={classes['fieldPath']} dir="ltr" title={path}>
          {path}
        </code>
        <ExampleValues label={pin.label} field={field} of={of} />
        <ErrorNotice error={adding?.error} />
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Add ${pin.label}`}
        title={`Describe ${path}`}
        loading={adding?.isPending ?? false}
        onClick={onAdd}
      >
        Add
      </Button>
    </li>
  );
}

/** A field of an answer that can be a column. */
interface SeenField {
  readonly pin: NonNullable<FieldExamples['pin']>;
}

/** Describes a field of a questionnaire's answers by its name alone, without a scale, and pins it; returns the previous entry. */
function useAddSeenField(questionnaireId: string) {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: async (pin: SeenField['pin']) => {
      const { path, label } = pin;
      const snapshot = await api.library.describe({ questionnaireId, path, field: { path, label } });
      await api.pins.pin(pin);
      return snapshot;
    },
  });
}

/** Restores the entry from before a field was added, and unpins the field (null: it was pinned before). */
async function undoAddedField(
  { api }: WorkspaceAccess,
  before: LibrarySnapshot,
  pinnedPath: string | null,
): Promise<void> {
  await api.library.restore({ snapshots: [before] });
  if (pinnedPath !== null) await api.pins.unpin({ path: pinnedPath });
}
