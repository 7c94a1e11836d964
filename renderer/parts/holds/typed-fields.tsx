import { Autocomplete, TextInput } from '@mantine/core';
import { useFilterValues } from '../../api/requests.ts';
import { LibraryField } from '../library-field/library-field.tsx';
import type { HoldChoice, Typed } from './hold-choices.ts';
import classes from './hold-dialog.module.css';

interface TypedFieldsProps {
  readonly choice: HoldChoice;
  readonly typed: Typed;
  /** Whether to say what is missing. */
  readonly tried: boolean;
  readonly onChange: (typed: Typed) => void;
}

/** The fields for what is held, by its kind. */
export function TypedFields({ choice, typed, tried, onChange }: TypedFieldsProps) {
  const change = (part: Partial<Typed>) => onChange({ ...typed, ...part });
  if (choice === 'person') return <PersonFields typed={typed} tried={tried} onChange={change} />;
  return choice === 'job' ? (
    <JobField typed={typed} tried={tried} onChange={change} />
  ) : (
    <TagField typed={typed} tried={tried} onChange={change} />
  );
}

interface FieldsProps {
  readonly typed: Typed;
  readonly tried: boolean;
  readonly onChange: (part: Partial<Typed>) => void;
}

function PersonFields({ typed: { name, phone }, tried, onChange }: FieldsProps) {
  const missing = tried && name.trim() === '' && phone.trim() === '';
  return (
    <div className={classes['columns']}>
      <TextInput
        size="sm"
        label="Number"
        data-autofocus
        placeholder="In any format"
        dir="ltr"
        maxLength={60}
        value={phone}
        error={missing && 'Enter a number, a name, or both.'}
        onChange={(event) => onChange({ phone: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        label="Name"
        dir="auto"
        maxLength={200}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
    </div>
  );
}

function JobField({ typed: { jobDescriptionId }, tried, onChange }: FieldsProps) {
  return (
    <LibraryField
      kind="job_description"
      label="Job description"
      placeholder="Name from the Library, or ID"
      value={jobDescriptionId}
      error={tried && jobDescriptionId.trim() === '' && 'Choose one, or enter its ID.'}
      onChange={(value) => onChange({ jobDescriptionId: value })}
    />
  );
}

function TagField({ typed: { tag }, tried, onChange }: FieldsProps) {
  const tags = useFilterValues().data?.tags ?? [];
  return (
    <Autocomplete
      size="sm"
      label="Tag"
      description="Exactly as on the requests."
      dir="auto"
      maxLength={200}
      limit={20}
      data={tags.map(({ value }) => value)}
      value={tag}
      error={tried && tag.trim() === '' && 'Enter the tag.'}
      onChange={(value) => onChange({ tag: value })}
    />
  );
}
