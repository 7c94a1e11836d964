import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { ErasureChoice, ErasureReceipt, FoundPerson, PersonSearch } from '../../../../shared/privacy.ts';
import { api, queries } from '../../../api/api.ts';
import { useWorkspace } from '../../../api/app-state.tsx';
import { showErrorInShell } from '../../../api/query-client.ts';
import { FormButtons, useFocusOnMount } from '../../../parts/form.tsx';
import { countOf } from '../../../parts/format.ts';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { showToast } from '../../../parts/toast.tsx';
import { forgetOutboxPlaces } from '../../../routes/unsaved-work.ts';
import { showDeletedBackups } from '../backup/show-deleted-backups.ts';
import {
  type Chosen,
  choiceOf,
  confirmed,
  hasNumber,
  isListed,
  isOnPolicyList,
  type KeptBack,
  keptBack,
  type Warnings,
  warningsOf,
} from './erasure-selection.ts';
import { HeldList } from './held-notice.tsx';
import classes from './privacy.module.css';

export interface AskToEraseProps {
  readonly opened: boolean;
  readonly found: FoundPerson;
  readonly chosen: Chosen;
  readonly search: PersonSearch;
  /** The number of damaged files put aside; their contents cannot be searched. */
  readonly putAside: number;
  readonly onClose: () => void;
  readonly onErased: () => void;
}

/** The word to type as confirmation: erasure cannot be undone. */
const WORD = 'erase';

/** The last question before a person is erased, with its consequences. */
export function AskToErase({ opened, found, chosen, search, putAside, onClose, onErased }: AskToEraseProps) {
  const [typed, setTyped] = useState('');
  const [asksAgain, setAsksAgain] = useState(false);
  const kept = keptBack(found, chosen);
  const backup = useQuery(queries.backup.state()).data;
  const backups = backup?.automatic.count ?? 0;
  const [deletesBackups, setDeletesBackups] = useState(false);
  const [keepsBlocking, setKeepsBlocking] = useState(true);
  const deleteBackups = useMutation({ mutationFn: api.backup.deleteBeforeErasure });
  const erasePerson = useErasePerson();
  const { queries: ofWorkspace } = useWorkspace();
  const hasTeam = (useQuery(ofWorkspace.team.view()).data?.connection ?? null) !== null;
  const erase = useMutation({
    mutationFn: () => erasePerson(confirmed(choiceOf(found, chosen, search, keepsBlocking), kept)),
    onSuccess: () => {
      forgetOutboxPlaces();
      onClose();
      showToast({ title: 'Erased', message: 'The receipt is in the list below.' });
      if (deletesBackups) {
        deleteBackups.mutate(undefined, { onSuccess: showDeletedBackups, onError: showErrorInShell });
      }
      onErased();
    },
  });
  const close = () => {
    setTyped('');
    setAsksAgain(false);
    setKeepsBlocking(true);
    erase.reset();
    onClose();
  };
  const ready = typed.trim().toLowerCase() === WORD;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!ready || erase.isPending) return;
    if (kept) setAsksAgain(true);
    else erase.mutate();
  };
  return (
    <Modal opened={opened} onClose={close} title="Erase this person?" size="md">
      {kept && asksAgain ? (
        <KeptQuestion
          kept={kept}
          busy={erase.isPending}
          error={erase.error}
          onErase={() => erase.mutate()}
          onClose={close}
        />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md" className={classes['ask'] ?? ''}>
            <Consequences
              found={found}
              chosen={chosen}
              putAside={putAside}
              hasTeam={hasTeam}
              hasSavedBackup={backup?.last !== null}
              backups={backups}
            />
            {backups > 0 && (
              <Checkbox
                label={`Also delete ${countOf(backups, 'automatic backup')}. Callboard makes a new one after the erasure.`}
                checked={deletesBackups}
                onChange={(event) => setDeletesBackups(event.currentTarget.checked)}
              />
            )}
            {hasNumber(found, chosen, search) && (
              <KeepBlocking
                found={found}
                chosen={chosen}
                checked={keepsBlocking}
                onChange={setKeepsBlocking}
              />
            )}
            <TextInput
              data-autofocus
              label={`Type “${WORD}” to continue`}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <ErrorNotice error={erase.error} />
            <FormButtons onLeave={close} color="red.9" disabled={!ready} loading={erase.isPending}>
              Erase for good
            </FormButtons>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

interface ConsequencesProps extends Pick<AskToEraseProps, 'found' | 'chosen' | 'putAside'> {
  readonly hasTeam: boolean;
  /** Whether a person ever saved a backup themselves. Exports leave no trace. */
  readonly hasSavedBackup: boolean;
  /** The number of automatic backups. */
  readonly backups: number;
}

function Consequences({ found, chosen, putAside, hasTeam, hasSavedBackup, backups }: ConsequencesProps) {
  return (
    <>
      <p>
        {countOf(chosen.size, 'entry', 'entries')}, with history, results and notes, will be erased from all
        of Callboard’s files on this computer. <strong>This can’t be undone.</strong>
      </p>
      <ul>
        {warningWords(warningsOf(found, chosen)).map((words) => (
          <li key={words}>{words}</li>
        ))}
        {hasTeam && (
          <li>
            <strong>Your team loses them, too:</strong> the person is erased from its database and from the
            computers of colleagues.
          </li>
        )}
        <li>
          <strong>The service keeps its own copy.</strong> Ask the service to erase it there.
        </li>
        <li>
          {hasSavedBackup ? 'Backups and exports that you saved' : 'Exports that you saved, if any,'} are not
          affected. Delete them yourself.
        </li>
        {backups > 0 && (
          <li>
            {countOf(backups, 'automatic backup')} made until now may contain this person too. You can delete{' '}
            {backups === 1 ? 'it' : 'them'} here, or later under Automatic backups.
          </li>
        )}
        {putAside > 0 && (
          <li>
            {countOf(putAside, 'file')} that Callboard put aside may contain this person too. You can delete{' '}
            {putAside === 1 ? 'it' : 'them'} below.
          </li>
        )}
      </ul>
    </>
  );
}

function warningWords({ waiting, unconfirmed, unfinished }: Warnings): string[] {
  return [
    waiting > 0 && `${countOf(waiting, 'waiting submission', 'waiting submissions')} will not be sent.`,
    unconfirmed > 0 &&
      `${countOf(unconfirmed, 'submission', 'submissions')} may have reached the service: the person may still be called, and Callboard won’t know about it.`,
    unfinished > 0 &&
      `${countOf(unfinished, 'request is', 'requests are')} not finished: the service has ${unfinished === 1 ? 'it' : 'them'}, and calls may still come.`,
  ].filter((words) => words !== false);
}

interface KeepBlockingProps {
  readonly found: FoundPerson;
  readonly chosen: Chosen;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Asks whether the number is blocked after the erasure, and says what is kept for that. */
function KeepBlocking({ found, chosen, checked, onChange }: KeepBlockingProps) {
  const ofPolicy = isOnPolicyList(found, chosen)
    ? ' Your organisation’s do-not-call list has the number too and stays in force.'
    : '';
  const listed = isListed(found, chosen);
  const forgets = listed
    ? 'Callboard forgets the number and takes it off the do-not-call list'
    : 'Callboard forgets the number';
  if (found.canKeepBlocking !== 'yes') {
    return (
      <p>
        {found.canKeepBlocking === 'locked'
          ? 'To block the number, unlock the computer’s key store first, then search again: the key for that is kept there.'
          : 'The number can’t be blocked: this computer has no key store for the key that this takes.'}{' '}
        {forgets}, so it can be called again.{ofPolicy}
      </p>
    );
  }
  return (
    <Checkbox
      label={listed ? 'Keep blocking this number' : 'Block this number from now on'}
      description={
        (checked
          ? 'So that nobody calls this person again, Callboard keeps a keyed hash of the number: no digits, no name and no reason.'
          : `${forgets}. It won’t warn you if the number is submitted again, even while a call is still to come.`) +
        ofPolicy
      }
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface KeptQuestionProps {
  readonly kept: KeptBack;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onErase: () => void;
  readonly onClose: () => void;
}

/** The second question before something is erased that a hold or the organisation's floor keeps: why, since when, by whom. */
function KeptQuestion({
  kept: { holds, young, floorDays },
  busy,
  error,
  onErase,
  onClose,
}: KeptQuestionProps) {
  const keep = useFocusOnMount<HTMLButtonElement>();
  return (
    <Stack gap="md" className={classes['ask'] ?? ''}>
      {holds.length > 0 && (
        <Notice tone="warning" title="This is under legal hold" role="alert">
          <HeldList holds={holds} />
        </Notice>
      )}
      {young > 0 && (
        <Notice
          tone="warning"
          title={`Your organisation keeps records for at least ${countOf(floorDays, 'day')}`}
          role="alert"
        >
          {countOf(young, 'entry', 'entries')} {young === 1 ? 'is' : 'are'} younger than that. A person’s
          request to be erased can be reason enough; whether it is, is for you to know. This is no legal
          advice.
        </Notice>
      )}
      <p>
        Erase it nevertheless? The receipt and the evidence will say{' '}
        {holds.length > 0 ? 'that it was under legal hold' : 'that it was younger'}, but not who it was.
        {holds.length > 0 && ' A legal hold on the person ends when nothing is left for it to keep.'}
      </p>
      <ErrorNotice error={error} />
      <Group justify="flex-end" gap="xs">
        <Button ref={keep} variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red.9" loading={busy} onClick={onErase}>
          Erase nevertheless
        </Button>
      </Group>
    </Stack>
  );
}

/** Erases the chosen data, and drops this window's cached queries. */
function useErasePerson() {
  const workspace = useWorkspace();
  const client = useQueryClient();
  return async (choice: ErasureChoice): Promise<ErasureReceipt> => {
    const receipt = await workspace.api.privacy.erase(choice);
    client.removeQueries({ type: 'inactive' });
    return receipt;
  };
}
