import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { DescribedField } from '../../../shared/described-field.ts';
import type { FieldExamples } from '../../../shared/field-examples.ts';
import { type SeenField, undoAddedField, useAddSeenField, useAnswerExamples } from '../../api/library.ts';
import { usePins } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { ExampleValues } from '../../parts/described-field/example-values.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { ShowMore } from '../../parts/show-more/show-more.tsx';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import classes from './described-fields.module.css';

const SHOWN_AT_FIRST = 8;

interface SeenFieldsProps {
  readonly questionnaireId: string;
  readonly described: readonly DescribedField[];
  /** Gets the path of a field that was added. */
  readonly onAdded: (path: string) => void;
}

/** The fields of the newest answers that nobody has described yet, each to be added with one press. */
export function SeenFields({ questionnaireId, described, onAdded }: SeenFieldsProps) {
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
      <h4 className={classes['title']} id={heading}>
        Other fields in answers
      </h4>
      <ul className={classes['list']} aria-labelledby={heading}>
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
        <span className={classes['path']}>The answers have more fields than are listed here.</span>
      )}
    </>
  );
}

/** Not in the offer itself, which is gone before the field is pinned. */
function useAdding(questionnaireId: string, onAdded: (path: string) => void) {
  const workspace = useWorkspace();
  const pins = usePins().data;
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
      <div className={classes['words']}>
        <span dir="auto">{pin.label}</span>
        <code className={classes['path']} dir="ltr" title={path}>
          {path}
        </code>
        <ExampleValues label={pin.label} field={field} of={of} />
        <ErrorNotice error={adding?.error} />
      </div>
      <Button
        size="compact-xs"
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
