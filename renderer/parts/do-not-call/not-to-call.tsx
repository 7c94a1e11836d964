import { Button, Group, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useMemo, useState } from 'react';
import { doNotCallReason } from '../../../shared/do-not-call.ts';
import { listedWords } from '../../../shared/words/do-not-call-words.ts';
import { issueWords } from '../../../shared/words/input-words.ts';
import { useAddNumbers, useCountNew, useForbidding } from '../../api/do-not-call.ts';
import { openDialog } from '../dialog/open-dialog.ts';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { usePhoneFormat } from '../phone/use-phone-format.ts';
import { formatNumber } from '../text/count-of.ts';
import { showToast } from '../toast/show-toast.tsx';
import { OtherWorkspaceLabel } from '../workspace/other-workspace-label.tsx';
import { AddedResult, addedWords } from './added-result.tsx';
import classes from './do-not-call.module.css';
import type { PeopleNotToCall } from './open-not-to-call.ts';

const MODAL_ID = 'not-to-call';

/** Opens the dialog of `openNotToCall`. */
export function showNotToCall(people: PeopleNotToCall): void {
  openDialog({
    modalId: MODAL_ID,
    title: people.phoneNumbers.length === 1 ? 'Do not call this number?' : 'Do not call these numbers?',
    children: (
      <>
        <OtherWorkspaceLabel id={people.workspaceId} />
        <NotToCall people={people} onClose={() => modals.close(MODAL_ID)} />
      </>
    ),
  });
}

interface NotToCallProps {
  readonly people: PeopleNotToCall;
  readonly onClose: () => void;
}

/** What it does, the reason, and afterwards what the service already has. */
export function NotToCall({ people, onClose }: NotToCallProps) {
  const [reason, setReason] = useState('');
  const numbers = useMemo(() => [...new Set(people.phoneNumbers)], [people.phoneNumbers]);
  const add = useAddNumbers();
  const problem = doNotCallReason.safeParse(reason).error?.issues[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending || problem) return;
    const listed = numbers.map((phoneNumber) => ({ phoneNumber, reason: reason.trim() }));
    add.mutate(listed, {
      onSuccess: (result) => {
        if (result.sentBefore.length > 0) return;
        onClose();
        showToast({ title: 'Do not call', message: addedWords(result) });
      },
    });
  };
  if (add.data) return <AddedResult result={add.data} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <Consequence people={people} numbers={numbers} />
      <TextInput
        size="sm"
        data-autofocus
        label="Reason"
        description="As it is shown on the list, such as “asked by e-mail on 3 May”. It may stay empty."
        autoComplete="off"
        dir="auto"
        value={reason}
        error={problem && issueWords(problem)}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <ErrorNotice error={add.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Leave it
        </Button>
        <Button type="submit" loading={add.isPending}>
          {numbers.length === 1 ? 'Do not call' : `Do not call ${formatNumber(numbers.length)}`}
        </Button>
      </Group>
    </form>
  );
}

interface ConsequenceProps extends Pick<NotToCallProps, 'people'> {
  readonly numbers: readonly string[];
}

function Consequence({ people: { candidateName }, numbers }: ConsequenceProps) {
  const [only = ''] = numbers;
  const format = usePhoneFormat();
  return (
    <>
      <p>
        {numbers.length === 1 ? (
          <>
            {candidateName !== undefined && (
              <>
                <strong dir="auto">{candidateName}</strong>,{' '}
              </>
            )}
            <span dir="ltr">{format(only)}</span>,
          </>
        ) : (
          `${formatNumber(numbers.length)} numbers`
        )}{' '}
        won’t be called from any workspace on this computer. Callboard withdraws what waits for{' '}
        {numbers.length === 1 ? 'it' : 'them'}, and shows what the service already has. An entry can be lifted
        under Settings, Do not call.
      </p>
      {numbers.length === 1 ? <ListedAlready phoneNumber={only} /> : <NewOnes numbers={numbers} />}
    </>
  );
}

function ListedAlready({ phoneNumber }: { phoneNumber: string }) {
  const entry = useForbidding(phoneNumber);
  if (entry === null || entry === 'key_missing') return null;
  return <p>This number is on the list already{listedWords(entry)}.</p>;
}

function NewOnes({ numbers }: { numbers: readonly string[] }) {
  const { data } = useCountNew(numbers);
  if (data === undefined) return null;
  return <p>{formatNumber(data)} of them are not on the list yet.</p>;
}
