import { Button, Checkbox, Group, Modal, Skeleton, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AutomaticBackupState } from '../../../../shared/backup.ts';
import type {
  CrashDumpsHealth,
  DatabaseCheck,
  DatabaseHealth,
  HealthReport,
  HealthState,
  KeyStoreHealth,
  LogHealth,
  PutAsideHealth,
  SandboxHealth,
  SpaceHealth,
} from '../../../../shared/diagnostics.ts';
import type { SecretKeeping } from '../../../../shared/key-store.ts';
import { failureWords } from '../../../../shared/words/failure-words.ts';
import { api, queries } from '../../../api/api.ts';
import { useCopy } from '../../../parts/copy.tsx';
import { askToConfirm } from '../../../parts/dialog.tsx';
import { countOf, formatBytes, formatDateTime } from '../../../parts/format.ts';
import { Dim, PlainList } from '../../../parts/layout.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { CheckRow, CheckRows } from '../check-row.tsx';
import { OrganisationPart } from '../organisation/organisation-part.tsx';
import classes from '../settings.module.css';
import { UpdatesPart } from '../updates/updates-part.tsx';
import { DatabaseCheckRow, stateOfCheck, useDatabaseCheck } from './database-check-row.tsx';

/** The state of this installation: its health, its updates, and what the organisation sets. */
export function HealthAndUpdatesPart() {
  return (
    <>
      <HealthPart />
      <UpdatesPart />
      <OrganisationPart />
    </>
  );
}

/** Health checks, and diagnostics for support. */
function HealthPart() {
  const { data, error, refetch } = useQuery(queries.diagnostics.health());
  if (error) {
    const title = "Couldn't check Callboard's health.";
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  return data ? (
    <Health report={data} onAgain={() => void refetch()} />
  ) : (
    <Skeleton height={420} radius="md" />
  );
}

function Health({ report, onAgain }: { report: HealthReport; onAgain: () => void }) {
  const check = useDatabaseCheck();
  const backups = useQuery(queries.backup.state()).data?.automatic;
  const checkDatabase = useMutation({ mutationFn: api.diagnostics.checkDatabase });
  const looking = check.data?.phase === 'running';
  const again = () => {
    onAgain();
    checkDatabase.mutate({ thorough: false });
  };
  return (
    <>
      <Section
        title="Health"
        aside={
          <Button variant="default" disabled={looking} onClick={again}>
            Check again
          </Button>
        }
      >
        <CheckRows
          verdict={
            looking ? 'Checking…' : verdictOf([...statesOf(report, check.data), stateOfBackups(backups)])
          }
        >
          <DatabaseCheckRow health={report.database} />
          <DatabaseSizeRow health={report.database} />
          <SpaceRow health={report.space} />
          <KeyStoreRow health={report.keyStore} />
          <SandboxRow health={report.pageSandbox} />
          <AutomaticBackupsRow backups={backups} />
          <LogRow health={report.log} />
          <CrashDumpsRow health={report.crashDumps} />
          <PutAsideRow health={report.putAside} />
        </CheckRows>
      </Section>
      <DiagnosticsSection />
      <AboutSection report={report} />
    </>
  );
}

function DiagnosticsSection() {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Diagnostics"
      aside={
        <Button variant="default" onClick={() => setOpen(true)}>
          Copy diagnostics
        </Button>
      }
    >
      <Dim component="p" fz="sm">
        For your support. It has no names, numbers or notes.
      </Dim>
      {open && <DiagnosticsDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** Failing backups need attention, but keep nothing from working. */
function stateOfBackups(backups: AutomaticBackupState | undefined): HealthState {
  return backups?.problem ? 'look' : 'ok';
}

/** Whether automatic backups work; absent while they are off. */
function AutomaticBackupsRow({ backups }: { backups: AutomaticBackupState | undefined }) {
  if (!backups?.enabled) return null;
  const { last, problem } = backups;
  const words = problem ? failureWords(problem.failure.error) : undefined;
  const when = last ? `The last one is of ${formatDateTime(last.at)}.` : 'There is none yet.';
  return (
    <CheckRow
      name="Automatic backups"
      state={stateOfBackups(backups)}
      words={words ? `${words.message} ${when}` : when}
      next={words?.nextStep}
    />
  );
}

/** Versions, and where the files are. */
function AboutSection({ report: { versions, dataFolder } }: { report: HealthReport }) {
  const show = useMutation({ mutationFn: api.diagnostics.showFolder });
  const facts = [
    ['Callboard', versions.callboard],
    ['Electron', versions.electron],
    ['Chromium', versions.chromium || 'none'],
    ['Node', versions.node],
    ['SQLite', versions.sqlite],
    ['System', versions.system],
    ['Files', dataFolder],
  ] as const;
  return (
    <Section
      title="About this installation"
      aside={
        <Button variant="default" onClick={() => show.mutate({ folder: 'data' })}>
          Show files
        </Button>
      }
    >
      <dl className={classes['healthFacts']}>
        {facts.map(([name, fact]) => (
          <Fact key={name} name={name} fact={fact} />
        ))}
      </dl>
      <ErrorNotice error={show.error} />
    </Section>
  );
}

function Fact({ name, fact }: { name: string; fact: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{fact}</dd>
    </>
  );
}

/** The log: its location, and that it has no personal data. */
function LogRow({ health: { state, folder, files, bytes, lost } }: { health: LogHealth }) {
  const show = useMutation({ mutationFn: api.diagnostics.showFolder });
  const trouble = state !== 'ok';
  return (
    <CheckRow
      name="Log"
      state={state}
      words={
        trouble
          ? `It can’t be written at the moment; ${countOf(lost, 'line')} lost since the start. Callboard works without it.`
          : `${formatBytes(bytes)} in ${countOf(files, 'file')}, in ${folder}. It has no names, numbers, addresses or passwords.`
      }
      next={trouble && `Make sure that there is free space and that you may write to ${folder}.`}
      actions={
        <>
          <Button variant="default" onClick={() => show.mutate({ folder: 'logs' })}>
            Show log
          </Button>
          <Button variant="default" onClick={askToDelete}>
            Delete log
          </Button>
        </>
      }
    >
      <ErrorNotice error={show.error} />
    </CheckRow>
  );
}

function askToDelete(): void {
  askToConfirm({
    title: 'Delete the log?',
    body: 'It has no personal data, but tells your support what happened. Callboard will start a new one.',
    confirm: 'Delete',
    danger: true,
    run: api.diagnostics.deleteLogs,
  });
}

/** Damaged files that Callboard put aside instead of overwriting them. */
function PutAsideRow({ health: { state, files } }: { health: PutAsideHealth }) {
  const show = useMutation({ mutationFn: api.diagnostics.showPutAside });
  if (files.length === 0) return <CheckRow name="Damaged files" state={state} words="None." />;
  return (
    <CheckRow
      name="Damaged files"
      state={state}
      words={`${countOf(files.length, 'file')} could not be used. Callboard put ${files.length === 1 ? 'it' : 'them'} aside and started a new one; nothing was overwritten.`}
      next="Earlier submissions may be in there. After your support has looked at it, delete it from its folder, because it contains personal data."
    >
      <PlainList>
        {files.map(({ name, at, bytes }) => (
          <li key={name} className={classes['healthFile']}>
            <span>
              {name}, {formatBytes(bytes)}, last written {formatDateTime(at)}
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Show in folder: ${name}`}
              onClick={() => show.mutate({ name })}
            >
              Show in folder
            </Button>
          </li>
        ))}
      </PlainList>
      <ErrorNotice error={show.error} />
    </CheckRow>
  );
}

/** Shows all diagnostics, so that the user can read them before copying or saving. */
function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  const [includeAddresses, setIncludeAddresses] = useState(false);
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    ...queries.diagnostics.text({ includeAddresses }),
    // Stable while the dialog is open, made anew each time it opens.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title="Diagnostics for your support"
      closeButtonProps={{ 'aria-label': 'Close the diagnostics' }}
    >
      <Stack gap="sm">
        <Dim component="p" fz="sm">
          This is the complete text. Read it before you send it: Callboard never sends it.
        </Dim>
        <Checkbox
          label="Include service addresses"
          checked={includeAddresses}
          onChange={(event) => setIncludeAddresses(event.currentTarget.checked)}
        />
        <ErrorNotice error={error} title="Couldn't collect the diagnostics." onRetry={() => void refetch()} />
        {text === undefined ? !error && <Skeleton height={280} radius="md" /> : <Made text={text} />}
      </Stack>
    </Modal>
  );
}

function Made({ text }: { text: string }) {
  const { copied, copy } = useCopy(text);
  const save = useMutation({ mutationFn: api.diagnostics.saveText });
  const savedTo = save.data?.path;
  return (
    <>
      <Textarea
        readOnly
        aria-label="Text of the diagnostics"
        value={text}
        spellCheck={false}
        classNames={{ input: classes['diagnostics'] ?? '' }}
      />
      <ErrorNotice error={save.error} />
      <Group justify="space-between" gap="xs">
        <span role="status">{copied ? 'Copied.' : savedTo && `Saved to ${savedTo}`}</span>
        <Group gap="xs">
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate({ text })}>
            Save as file
          </Button>
          <Button onClick={copy} data-autofocus>
            Copy text
          </Button>
        </Group>
      </Group>
    </>
  );
}

function DatabaseSizeRow({ health: { bytes, walBytes, damaged, state } }: { health: DatabaseHealth }) {
  // The other row reports damage.
  const large = !damaged && state !== 'ok';
  return (
    <CheckRow
      name="Database size"
      state={large ? state : 'ok'}
      words={`${formatBytes(bytes)}, and ${formatBytes(walBytes)} in its journal.`}
      next={large && 'The journal is large. Restart Callboard to shrink it.'}
    />
  );
}

function SpaceRow({ health: { state, freeBytes, totalBytes } }: { health: SpaceHealth }) {
  if (freeBytes === null || totalBytes === null) {
    return <CheckRow name="Free space" state={state} words="The system doesn’t report it." />;
  }
  return (
    <CheckRow
      name="Free space"
      state={state}
      words={`${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}.`}
      next={
        state === 'problem'
          ? 'Free some space now: Callboard only sends what it can store first.'
          : state === 'look' && 'Free some space soon: Callboard only sends what it can store first.'
      }
    />
  );
}

function KeyStoreRow({ health: { state, keeping } }: { health: KeyStoreHealth }) {
  const { words, next } = KEY_STORE[keeping];
  return <CheckRow name="Key store" state={state} words={words} next={next} />;
}

const NO_KEYRING =
  'On Linux, install and unlock a keyring such as GNOME Keyring or KWallet; elsewhere, allow access to the key store. Then start Callboard again.';

const KEY_STORE: Record<SecretKeeping, { words: string; next?: string }> = {
  sealed: { words: 'Your sign-in is encrypted by this computer’s key store.' },
  weak: {
    words: 'Callboard found no key store. Your sign-in is stored with weaker protection, as you chose.',
    next: NO_KEYRING,
  },
  memory: {
    words: 'Callboard can’t use a key store. Your sign-in is forgotten when Callboard quits.',
    next: NO_KEYRING,
  },
  waiting: {
    words: 'The key store has not answered yet. A new sign-in is kept in memory until it does.',
    next: 'If it asks for its password, enter it.',
  },
};

/** Says that the system's sandbox is off; absent while it is on. */
function SandboxRow({ health: { state, off } }: { health: SandboxHealth }) {
  if (!off) return null;
  return (
    <CheckRow
      name="Sandbox"
      state={state}
      words="Callboard runs without the system’s sandbox, its second line of defence if a page is attacked."
      next="An AppImage starts like this where the system lets it use no user namespaces: install the deb, rpm or Flatpak package instead. Otherwise, start Callboard without --no-sandbox."
    />
  );
}

/** The states of all checks known so far. */
function statesOf(report: HealthReport, check: DatabaseCheck | undefined): readonly HealthState[] {
  const { database, space, keyStore, pageSandbox, log, crashDumps, putAside } = report;
  return [
    check?.phase === 'ended' ? stateOfCheck(check, database) : database.damaged ? 'problem' : 'ok',
    database.damaged ? 'ok' : database.state,
    space.state,
    keyStore.state,
    pageSandbox.state,
    log.state,
    crashDumps.state,
    putAside.state,
  ];
}

/** A summary in one sentence. */
function verdictOf(states: readonly HealthState[]): string {
  const problems = states.filter((state) => state === 'problem').length;
  const looks = states.filter((state) => state === 'look').length;
  const worth = looks === 1 ? '1 item needs attention.' : `${looks} items need attention.`;
  if (problems === 0) return looks === 0 ? 'Everything is OK.' : worth;
  const wrong = problems === 1 ? '1 problem found.' : `${problems} problems found.`;
  return looks === 0 ? wrong : `${wrong} ${worth}`;
}

/** Crash dumps, with a warning that they may contain personal data. */
function CrashDumpsRow({ health: { state, dumps } }: { health: CrashDumpsHealth }) {
  const show = useMutation({ mutationFn: api.diagnostics.showFolder });
  if (dumps.length === 0) {
    return <CheckRow name="Crash dumps" state={state} words="None. Callboard never sends any." />;
  }
  return (
    <CheckRow
      name="Crash dumps"
      state={state}
      words={`${countOf(dumps.length, 'crash', 'crashes')} left a copy of Callboard’s memory on this computer. Callboard never sends it.`}
      next="It may contain names, phone numbers and sign-in tokens. Only give it to someone you trust with those, and delete it afterwards."
      actions={
        <>
          <Button variant="default" onClick={() => show.mutate({ folder: 'crash_dumps' })}>
            Show crash dumps
          </Button>
          <Button variant="default" onClick={() => askToDeleteDumps(null, dumps.length)}>
            Delete all
          </Button>
        </>
      }
    >
      <PlainList>
        {dumps.map(({ name, at, bytes }) => (
          <li key={name} className={classes['healthFile']}>
            <span>
              {formatDateTime(at)}, {formatBytes(bytes)}
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Delete the crash dump of ${formatDateTime(at)}`}
              onClick={() => askToDeleteDumps(name, 1)}
            >
              Delete
            </Button>
          </li>
        ))}
      </PlainList>
    </CheckRow>
  );
}

function askToDeleteDumps(name: string | null, count: number): void {
  askToConfirm({
    title: name === null ? `Delete ${countOf(count, 'crash dump')}?` : 'Delete this crash dump?',
    body: 'After that, it can’t be used to find out why Callboard crashed.',
    confirm: 'Delete',
    danger: true,
    run: () => api.diagnostics.deleteCrashDumps({ name }),
  });
}
