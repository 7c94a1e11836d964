import { Autocomplete, Button, Checkbox, Group, Radio, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import { type HoldSubjectInput, holdReason, holdSubject } from '../../../shared/holds.ts';
import { issueWords } from '../../../shared/words/input-words.ts';
import { usePlaceHold } from '../../api/holds.ts';
import { useFilterValues } from '../../api/requests.ts';
import { OtherWorkspaceLabel, openDialog } from '../dialog.tsx';
import { focusFirstError } from '../form.tsx';
import { countOf } from '../format.ts';
import { LibraryField } from '../library-field.tsx';
import { ErrorNotice } from '../notice.tsx';
import { showToast } from '../toast.tsx';
import classes from './hold-dialog.module.css';
import type { HoldAbout, RequestsToHold } from './open-hold.ts';

const MODAL_ID = 'hold';
const NOTHING: Typed = { name: '', phone: '', jobDescriptionId: '', tag: '' };

/** Opens the dialog of `openHold`. */
export function showHold(about: RequestsToHold): void {
  const { length } = about.submissionIds;
  openDialog({
    modalId: MODAL_ID,
    title: length === 1 ? 'Place a legal hold on this request?' : `Place a legal hold on ${length} requests?`,
    children: (
      <>
        <OtherWorkspaceLabel id={about.workspaceId} />
        <HoldForm about={about} onClose={() => modals.close(MODAL_ID)} />
      </>
    ),
  });
}

interface HoldFormProps {
  /** Without submissions, what is held is typed: only inside a page, whose Library and tags are suggested. */
  readonly about: HoldAbout;
  readonly onClose: () => void;
}

/** What to hold, where, and why. */
export function HoldForm({ about, onClose }: HoldFormProps) {
  const choices = choicesOf(about);
  const [choice, setChoice] = useState<HoldChoice>(choices[0]?.value ?? 'person');
  const [typed, setTyped] = useState(NOTHING);
  const [everywhere, setEverywhere] = useState<boolean>();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const place = usePlaceHold();
  const subject = holdSubject.safeParse(subjectOf(about, choice, typed));
  const why = holdReason.safeParse(reason);
  const inAll = everywhere ?? isOfPerson(choice);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!subject.success || !why.success) return focusFirstError();
    if (place.isPending) return;
    const { workspaceId } = about;
    place.mutate(
      { workspaceId, subject: subject.data, everywhere: inAll, reason: why.data },
      {
        onSuccess: ({ changed }) => {
          onClose();
          // The list of holds shows what was typed there.
          if (about.submissionIds === undefined) return;
          showToast({
            title: countOf(changed, 'legal hold placed', 'legal holds placed'),
            message: 'See Settings, Privacy and data, Legal holds.',
          });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <p>
        While a legal hold is in force, nothing it keeps is erased when its time is over, and whoever erases
        it by hand is asked a second time. It stops no calls and changes nothing at the service. Whether
        something has to be kept is for you to know: this is no legal advice.
      </p>
      <Radio.Group
        label="What is kept"
        size="sm"
        value={choice}
        onChange={(value) => setChoice(choices.find((each) => each.value === value)?.value ?? choice)}
      >
        <div className={classes['choices']}>
          {choices.map(({ value, words, about: hint }) => (
            <Radio key={value} size="sm" value={value} label={<bdi>{words}</bdi>} description={hint} />
          ))}
        </div>
      </Radio.Group>
      {about.submissionIds === undefined && (
        <TypedFields choice={choice} typed={typed} tried={tried} onChange={setTyped} />
      )}
      <Checkbox
        size="sm"
        label="In all workspaces, removed ones too"
        checked={inAll}
        onChange={(event) => setEverywhere(event.currentTarget.checked)}
      />
      <Textarea
        size="sm"
        label="Reason"
        description="Shown with what is kept, such as “claim of 3 May”."
        autosize
        minRows={2}
        maxRows={6}
        dir="auto"
        value={reason}
        error={tried && !why.success && why.error.issues[0] && issueWords(why.error.issues[0])}
        onChange={(event) => setReason(event.currentTarget.value)}
        {...(about.submissionIds !== undefined && { 'data-autofocus': true })}
      />
      <ErrorNotice error={place.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Leave it
        </Button>
        <Button type="submit" loading={place.isPending}>
          Place the hold
        </Button>
      </Group>
    </form>
  );
}

interface TypedFieldsProps {
  readonly choice: HoldChoice;
  readonly typed: Typed;
  /** Whether to say what is missing. */
  readonly tried: boolean;
  readonly onChange: (typed: Typed) => void;
}

/** The fields for what is held, by its kind. */
function TypedFields({ choice, typed, tried, onChange }: TypedFieldsProps) {
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

/** One thing that a hold can be about; a tag of the requests by its name. */
type HoldChoice = 'person' | 'job' | 'tag' | `tag:${string}`;

/** What a person types where nothing is given. */
interface Typed {
  readonly name: string;
  readonly phone: string;
  readonly jobDescriptionId: string;
  readonly tag: string;
}

interface Choice {
  readonly value: HoldChoice;
  readonly words: string;
  readonly about: string;
}

const BY_JOB = 'All that has this job description, also what gets it later.';
const BY_TAG = 'All that has this tag, also what gets it later. What loses the tag is no longer kept.';

/** What can be held of this, the person first. */
function choicesOf({ submissionIds, candidateName, jobDescriptionId, tags = [] }: HoldAbout): Choice[] {
  if (submissionIds === undefined) {
    return [
      { value: 'person', words: 'A person', about: 'All that has the name or the number.' },
      { value: 'job', words: 'A job description', about: BY_JOB },
      { value: 'tag', words: 'A tag', about: BY_TAG },
    ];
  }
  const persons =
    candidateName ??
    (submissionIds.length === 1
      ? 'This person'
      : `These ${countOf(submissionIds.length, 'person', 'persons')}`);
  return [
    {
      value: 'person',
      words: persons,
      about: 'All that has the name or the number, whatever request it is.',
    },
    ...(jobDescriptionId === undefined
      ? []
      : [{ value: 'job', words: `Job description ${jobDescriptionId}`, about: BY_JOB } as const]),
    ...tags.map((tag) => ({ value: `tag:${tag}`, words: `Tag ${tag}`, about: BY_TAG }) as const),
  ];
}

/** Whether a choice is about persons, who may occur in every workspace. */
function isOfPerson(choice: HoldChoice): boolean {
  return choice === 'person';
}

/** What the choice holds, before it is checked. */
function subjectOf(
  { submissionIds, jobDescriptionId }: HoldAbout,
  choice: HoldChoice,
  typed: Typed,
): HoldSubjectInput {
  switch (choice) {
    case 'person':
      return submissionIds === undefined
        ? { kind: 'person', name: typed.name, phone: typed.phone }
        : { kind: 'persons_of', submissionIds: [...submissionIds] };
    case 'job':
      return { kind: 'job', jobDescriptionId: jobDescriptionId ?? typed.jobDescriptionId };
    case 'tag':
      return { kind: 'tag', tag: typed.tag };
    default:
      return { kind: 'tag', tag: choice.slice('tag:'.length) };
  }
}
