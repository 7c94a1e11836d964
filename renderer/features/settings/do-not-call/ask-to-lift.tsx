import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import { type DoNotCallEntry, doNotCallReason } from '../../../../shared/do-not-call.ts';
import { problem } from '../../../../shared/input-problems.ts';
import { inputWords, issueWords } from '../../../../shared/words/input-words.ts';
import { useAddedTogether, useLiftEntry } from '../../../api/do-not-call.ts';
import { openDialog } from '../../../parts/dialog/open-dialog.ts';
import { focusFirstError } from '../../../parts/form/focus-first-error.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { usePhoneFormat } from '../../../parts/phone/use-phone-format.ts';
import { countOf, formatNumber } from '../../../parts/text/count-of.ts';

const MODAL_ID = 'lift-do-not-call';

/** Asks why a number may be called again, and lifts its entry. */
export function askToLift(entry: DoNotCallEntry): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'May this number be called again?',
    children: <LiftEntry entry={entry} onClose={() => modals.close(MODAL_ID)} />,
  });
}

interface LiftEntryProps {
  readonly entry: DoNotCallEntry;
  readonly onClose: () => void;
}

/** What lifting does, and its reason, which is required. */
export function LiftEntry({ entry: { id, phoneNumber }, onClose }: LiftEntryProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [all, setAll] = useState(false);
  const others = (useAddedTogether(id).data ?? 1) - 1;
  const together = all && others > 0;
  const lift = useLiftEntry();
  const format = usePhoneFormat();
  const wrong = reasonProblem(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== undefined) focusFirstError();
    else if (!lift.isPending) lift.mutate({ id, reason: reason.trim(), together }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {phoneNumber === null ? 'The number of this entry' : <span dir="ltr">{format(phoneNumber)}</span>}{' '}
          may then be submitted again from every workspace, unless another entry forbids it. What was
          withdrawn stays withdrawn. The entry stays in the list as lifted, with your account, the date and
          this reason.
        </Text>
        {others > 0 && (
          <Checkbox
            size="sm"
            label={`Also lift ${countOf(others, 'other entry', 'other entries')} added together with it, such as by a wrong list`}
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
        )}
        <TextInput
          size="sm"
          data-autofocus
          label="Why may it be called again?"
          autoComplete="off"
          dir="auto"
          value={reason}
          error={tried && wrong}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ErrorNotice error={lift.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep it on the list
          </Button>
          <Button type="submit" loading={lift.isPending}>
            {together ? `Lift ${formatNumber(others + 1)} entries` : 'Lift the entry'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function reasonProblem(reason: string): string | undefined {
  if (reason.trim() === '') return inputWords(problem('lifting_reason_missing'));
  const issue = doNotCallReason.safeParse(reason).error?.issues[0];
  return issue && issueWords(issue);
}
