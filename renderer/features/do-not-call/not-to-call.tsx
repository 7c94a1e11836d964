import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import {
  type DoNotCallAdded,
  doNotCallReason,
  MAX_SENT_BEFORE,
  type SentBefore,
} from '../../../shared/do-not-call.ts';
import { listedWords } from '../../../shared/words/do-not-call-words.ts';
import { issueWords } from '../../../shared/words/input-words.ts';
import { api, objectId, queries } from '../../api/api.ts';
import { useForbidding } from '../../api/phone-number.ts';
import { openDialog } from '../../parts/dialog.tsx';
import { FormButtons, useFocusOnMount } from '../../parts/form.tsx';
import { countOf, formatDate, formatNumber } from '../../parts/format.ts';
import { Dim, Words } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { PhoneText, usePhoneFormat } from '../../parts/phone.tsx';
import { showToast } from '../../parts/toast.tsx';
import { listedPath, requestPath, submissionPath } from '../../routes/paths.ts';
import { requestSwitch } from '../../routes/unsaved-work.ts';
import classes from './do-not-call.module.css';

/** Asks for the reason, and puts the numbers on the do-not-call list. */
export function openNotToCall(people: PeopleNotToCall): void {
  openDialog({
    modalId: 'not-to-call',
    title: people.phoneNumbers.length === 1 ? 'Do not call this number?' : 'Do not call these numbers?',
    workspaceId: people.workspaceId,
    content: (close) => <NotToCall people={people} onClose={close} />,
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
  const add = useMutation({ mutationFn: api.doNotCall.add });
  const problem = doNotCallReason.safeParse(reason).error?.issues[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending || problem) return;
    const listed = numbers.map((phoneNumber) => ({ phoneNumber, reason: reason.trim() }));
    add.mutate(
      { numbers: listed },
      {
        onSuccess: (result) => {
          if (result.sentBefore.length > 0) return;
          onClose();
          showToast({ title: 'Do not call', message: addedWords(result) });
        },
      },
    );
  };
  if (add.data) return <AddedResult result={add.data} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14} fz="sm">
        <Consequence people={people} numbers={numbers} />
        <TextInput
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
        <FormButtons onLeave={onClose} loading={add.isPending}>
          {numbers.length === 1 ? 'Do not call' : `Do not call ${formatNumber(numbers.length)}`}
        </FormButtons>
      </Stack>
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
      <Words>
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
        won’t be called from any workspace on this computer, nor by colleagues of a team. Callboard withdraws
        what waits for {numbers.length === 1 ? 'it' : 'them'}, and shows what the service already has. An
        entry can be lifted under Settings, Do not call.
      </Words>
      {numbers.length === 1 ? <ListedAlready phoneNumber={only} /> : <NewOnes numbers={numbers} />}
    </>
  );
}

function ListedAlready({ phoneNumber }: { phoneNumber: string }) {
  const entry = useForbidding(phoneNumber);
  if (entry === null || entry === 'key_missing') return null;
  return <Words>This number is on the list already{listedWords(entry)}.</Words>;
}

function NewOnes({ numbers }: { numbers: readonly string[] }) {
  const { data } = useCountNew(numbers);
  if (data === undefined) return null;
  return <Words>{formatNumber(data)} of them are not on the list yet.</Words>;
}

interface AddedResultProps {
  readonly result: DoNotCallAdded;
  readonly onClose: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** What came of putting numbers on the list: what was withdrawn, and what the service already has. */
export function AddedResult({ result, onClose, children }: AddedResultProps) {
  const done = useFocusOnMount<HTMLButtonElement>();
  return (
    <Stack gap={14} fz="sm">
      <Words role="status">{addedWords(result)}</Words>
      {result.sentBefore.length > 0 && <AlreadySent sent={result.sentBefore} onClose={onClose} />}
      <Group justify="flex-end" gap="xs">
        {children}
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

/** How many numbers are new on the list, and how many submissions were withdrawn. */
function addedWords({ added, withdrawn }: DoNotCallAdded): string {
  const numbers =
    added === 0
      ? 'Nothing was added: the list has it already.'
      : `${countOf(added, 'number is', 'numbers are')} now on the do-not-call list.`;
  const waiting =
    withdrawn === 0
      ? 'Nothing was waiting to be sent.'
      : `${countOf(withdrawn, 'waiting submission was', 'waiting submissions were')} withdrawn.`;
  return `${numbers} ${waiting}`;
}

function AlreadySent({ sent, onClose }: { sent: readonly SentBefore[]; onClose: () => void }) {
  const heading = useId();
  return (
    <>
      <Notice tone="warning" title={<span id={heading}>Sent to the service before</span>}>
        <Words>
          Callboard can’t tell the service to stop: where a call may still come, ask the service to cancel it.
        </Words>
      </Notice>
      <ul aria-labelledby={heading} className={classes['scrolled']}>
        {sent.map((each) => (
          <SentItem key={each.submissionId} sent={each} onClose={onClose} />
        ))}
      </ul>
      {sent.length === MAX_SENT_BEFORE && (
        <Words>There may be more. Search the requests for a number to find them.</Words>
      )}
    </>
  );
}

function SentItem({ sent, onClose }: { sent: SentBefore; onClose: () => void }) {
  const { submissionId, requestId, workspaceId, workspace, candidateName, phoneNumber, submittedAt } = sent;
  const open = () => {
    // An open dialog would keep another workspace from coming on screen.
    onClose();
    requestSwitch({
      workspaceId,
      path: requestId === null ? submissionPath(submissionId) : requestPath(requestId),
      title: candidateName,
    });
  };
  return (
    <li className={classes['line']}>
      <Anchor component="button" type="button" size="sm" dir="auto" onClick={open}>
        {candidateName}
      </Anchor>
      <Dim display="block">
        <PhoneText e164={phoneNumber} />
        Submitted on {formatDate(submittedAt)} · <bdi>{workspace}</bdi>
        {requestId === null && ' · may have reached the service'}
      </Dim>
    </li>
  );
}

/** Says that a number (E.164) is on the do-not-call list, since when and why, and leads to the list; nothing if it isn't. */
export function ListedLine({ phoneNumber }: { phoneNumber: string }) {
  const entry = useForbidding(phoneNumber);
  if (entry === null || entry === 'key_missing') return null;
  return (
    <Anchor
      component={Link}
      href={listedPath(phoneNumber)}
      className={classes['listed'] ?? ''}
      inherit
      underline="always"
    >
      On the do-not-call list{listedWords(entry)}
    </Anchor>
  );
}

/** What people may call this in the palette. */
export const NOT_TO_CALL_WORDS =
  'block blocklist blacklist suppression opt out unsubscribe don’t never phone call me again contact stop calling dnc';

/** Whom nobody may call from now on. */
interface PeopleNotToCall {
  readonly workspaceId: string;
  /** The person's name, if it is one. */
  readonly candidateName?: string;
  /** E.164. */
  readonly phoneNumbers: readonly string[];
}

/** How many of these numbers (E.164) are not on the list yet. */
export function useCountNew(phoneNumbers: readonly string[]) {
  return useQuery({
    queryKey: [...queries.doNotCall.countNew.queryKey, objectId(phoneNumbers)],
    queryFn: () => api.doNotCall.countNew({ phoneNumbers: [...phoneNumbers] }),
    enabled: phoneNumbers.length > 0,
    gcTime: 0,
  });
}
