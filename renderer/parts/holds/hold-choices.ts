import type { HoldSubjectInput } from '../../../shared/holds.ts';
import { countOf } from '../text/count-of.ts';
import type { HoldAbout } from './open-hold.ts';

/** One thing that a hold can be about; a tag of the requests by its name. */
export type HoldChoice = 'person' | 'job' | 'tag' | `tag:${string}`;

/** What a person types where nothing is given. */
export interface Typed {
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
export function choicesOf({
  submissionIds,
  candidateName,
  jobDescriptionId,
  tags = [],
}: HoldAbout): Choice[] {
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
export function isOfPerson(choice: HoldChoice): boolean {
  return choice === 'person';
}

/** What the choice holds, before it is checked. */
export function subjectOf(
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
