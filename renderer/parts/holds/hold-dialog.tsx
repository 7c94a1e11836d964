import { Button, Checkbox, Group, Radio, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import { holdReason, holdSubject } from '../../../shared/holds.ts';
import { issueWords } from '../../../shared/words/input-words.ts';
import { usePlaceHold } from '../../api/holds.ts';
import { openDialog } from '../dialog/open-dialog.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { countOf } from '../text/count-of.ts';
import { showToast } from '../toast/show-toast.tsx';
import { OtherWorkspaceLabel } from '../workspace/other-workspace-label.tsx';
import { choicesOf, type HoldChoice, isOfPerson, subjectOf, type Typed } from './hold-choices.ts';
import classes from './hold-dialog.module.css';
import type { HoldAbout, RequestsToHold } from './open-hold.ts';
import { TypedFields } from './typed-fields.tsx';

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
