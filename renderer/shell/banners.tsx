import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { AppError, FailureCode } from '../../shared/failures.ts';
import type { StorageNotice } from '../../shared/storage-notice.ts';
import { failureWords } from '../../shared/words/failure-words.ts';
import { storageWords } from '../../shared/words/storage-words.ts';
import { api, queries } from '../api/api.ts';
import {
  useAppState,
  useCurrentWorkspace,
  useHeldByOrganisation,
  useOutboxCounts,
  usePolicyStatus,
  useWorkspace,
} from '../api/app-state.tsx';
import { useRestartToUpdate } from '../api/desktop.ts';
import { useImportProgress } from '../api/outbox.ts';
import { dismissShellError, SHOW_ERROR_IN_SHELL, useShellError } from '../api/query-client.ts';
import { countOf, formatNumber, formatUpcoming } from '../parts/format.ts';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { PendingLinksNotice } from '../parts/pending-links-notice.tsx';
import { isCuredInConnection, SignInSteps } from '../parts/sign-in-steps.tsx';
import { useNow } from '../parts/time.tsx';
import { restartWords } from '../parts/words.ts';
import { sectionPath } from '../routes/paths.ts';
import classes from './shell.module.css';
import { AutomaticBackupsBanner, ListLockedBanner } from './storage-banners.tsx';

/** One line, always in the same place: what keeps submissions here, or how far a file is. */
export function ActivityLine() {
  const { session, reachable, paused, teamAwaySince } = useAppState();
  const held = useHeldByOrganisation();
  const { secretMissing } = usePolicyStatus()(useCurrentWorkspace());
  const { waiting, heldForPerson } = useOutboxCounts();
  const saved = waiting - heldForPerson;
  switch (session?.phase) {
    case 'signed_out':
      return secretMissing ? null : <SignedOutLine isExplained={session.reason !== undefined} />;
    case 'exchanging_code':
      return <Line>Finishing sign-in</Line>;
    case 'signed_in':
      if (held) return null;
      if (!reachable) return <Line tone="warning">Offline. {keptWords(saved, OFFLINE_WORDS)}</Line>;
      if (paused) return <Line>Paused. {keptWords(saved, PAUSED_WORDS)}</Line>;
      if (teamAwaySince !== null) return <TeamAwayLine since={teamAwaySince} saved={saved} />;
      return saved > 0 ? <SendingLine /> : null;
    default:
      return null;
  }
}

function Line({ tone, children }: { readonly tone?: 'warning'; readonly children: ReactNode }) {
  return (
    <section className={classes['line']} data-tone={tone} aria-label="Sending">
      {children}
    </section>
  );
}

/** What is said of no, one and more submissions. */
type KeptWords = readonly [none: string, one: string, more: string];

const OFFLINE_WORDS: KeptWords = [
  'What you submit is saved here and goes out automatically.',
  'is saved here and goes out automatically.',
  'are saved here and go out automatically.',
];

const PAUSED_WORDS: KeptWords = [
  'What you submit waits until you resume sending.',
  'waits until you resume sending.',
  'wait until you resume sending.',
];

function keptWords(count: number, [none, one, more]: KeptWords): string {
  return count === 0 ? none : countOf(count, one, more);
}

/** The team database can't be asked: submissions wait for it, or go without asking whom colleagues call. */
function TeamAwayLine({ since, saved }: { readonly since: number; readonly saved: number }) {
  const { sendWait } = useAppState();
  const now = useNow();
  const when = since === 0 ? '' : ` since ${formatUpcoming(since, now)}`;
  return (
    <Line tone="warning">
      {sendWait?.why === 'team_away'
        ? `Waiting for the team database${when}. ${keptWords(saved, OFFLINE_WORDS)}`
        : `The team database can’t be asked${when}. What you submit goes out all the same: a colleague may call the same person.`}
      <Link href="/settings/team">Team</Link>
    </Line>
  );
}

/** `isExplained`: a notice says why, and signs in. */
function SignedOutLine({ isExplained }: { readonly isExplained: boolean }) {
  const signIn = useMutation({
    mutationFn: useWorkspace().api.session.signIn,
    meta: SHOW_ERROR_IN_SHELL,
  });
  return (
    <Line tone="warning">
      Signed out: sign in to go on
      {!isExplained && (
        <Button
          size="compact-sm"
          variant="default"
          loading={signIn.isPending}
          onClick={() => signIn.mutate()}
        >
          Sign in
        </Button>
      )}
    </Line>
  );
}

/** How many of the files on their way are sent. */
function SendingLine() {
  const { sent = 0, all = 0 } = useImportProgress() ?? {};
  if (sent === all) return null;
  return (
    <Line>
      <Link href="/outbox">{`${formatNumber(sent)} of ${formatNumber(all)} sent`}</Link>
      <Progress value={(100 * sent) / all} size="xs" w={140} aria-hidden />
    </Line>
  );
}

/** Notices that every page shows: sign-in, storage and others. */
export function Banners() {
  return (
    <div className={classes['banners']}>
      <ErrorBanner />
      <PendingLinksNotice />
      <StorageBanner />
      <OrganisationBanner />
      <SignInBanner />
      <DoNotCallBanner />
      <KeyStoreBanner />
      <UpdateBanner />
      <BackupBanner />
    </div>
  );
}

/** Says why the do-not-call list lets nothing be sent. */
function DoNotCallBanner() {
  const { doNotCallLocked } = useAppState();
  if (doNotCallLocked === null) return null;
  return <ListLockedBanner locked={doNotCallLocked} />;
}

/** Shows an error whose control has no room for it. */
function ErrorBanner() {
  const { currentWorkspace, session } = useAppState();
  const error = useShellError(currentWorkspace?.id, useNow());
  // A notice of its own says why signing in failed.
  const isExplained = session?.phase === 'signed_out' && session.reason?.code === error?.code;
  if (!error || isExplained) return null;
  return (
    <Notice
      tone="problem"
      role="alert"
      title={error.message}
      actions={
        <Button variant="default" onClick={dismissShellError}>
          Got it
        </Button>
      }
    >
      {error.nextStep}
    </Notice>
  );
}

/** On a computer without a key store, asks once per start how to keep the sign-in. Settings can change the answer. */
function KeyStoreBanner() {
  const { keyStore, weakStorageAllowed, session, policy } = useAppState();
  const [keepInMemory, setKeepInMemory] = useState(false);
  const change = useMutation({ mutationFn: api.settings.change });
  const fixed = policy.managed.includes('weakStorageAllowed');
  // Only Linux has a weaker protection: on other systems, access to the key store was denied.
  const denied = keyStore === 'none';
  const inMemory = session?.phase === 'signed_in' && session.storage === 'memory';
  const stored = keyStore === 'weak_only' && weakStorageAllowed;
  if ((keyStore !== 'weak_only' && !denied) || stored || keepInMemory || !inMemory) return null;
  return (
    <Notice
      tone="warning"
      title={denied ? 'Callboard can’t use the key store of this computer' : 'Callboard found no key store'}
      actions={
        <>
          <Button variant="default" onClick={() => setKeepInMemory(true)}>
            Keep sign-in until I quit
          </Button>
          {!fixed && !denied && (
            <Button
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate({ weakStorageAllowed: true })}
            >
              Store with weaker protection
            </Button>
          )}
        </>
      }
    >
      <p>
        Your sign-in is kept in memory and forgotten when you quit.{' '}
        {denied
          ? 'Allow access to the key store when the system asks at the next start.'
          : fixed
            ? "Your organisation doesn't allow storing it with weaker protection."
            : 'If you store it with weaker protection, other programs in your user account could read it.'}
      </p>
      <ErrorNotice error={change.error} />
    </Notice>
  );
}

/** These end when their cause ends: until then, nobody may miss that nothing is stored. */
const LASTING: ReadonlySet<StorageNotice['code']> = new Set(['folder_lost', 'folder_taken', 'not_writable']);

/** What became of the files in the data folder. */
export function StorageBanner() {
  const { storageNotice } = useAppState();
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (!storageNotice) return null;
  const words = storageWords(storageNotice);
  if (LASTING.has(storageNotice.code)) {
    return (
      <Notice tone="problem" role="alert" title="Nothing can be stored right now">
        {words}
      </Notice>
    );
  }
  if (dismissed === words) return null;
  return (
    <Notice
      tone="warning"
      role="alert"
      actions={
        <Button variant="default" onClick={() => setDismissed(words)}>
          Got it
        </Button>
      }
    >
      {words}
    </Notice>
  );
}

const UPDATES_PAGE = '/settings/health';

/** Offers a restart once per downloaded version; after `Later`, Settings still offers it. */
function UpdateBanner() {
  const { data } = useQuery(queries.updates.state());
  const restart = useRestartToUpdate();
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [path] = useLocation();
  if (data?.step.kind !== 'ready' || dismissed === data.step.update.version) return null;
  // The Updates page offers the restart itself.
  if (path === UPDATES_PAGE) return null;
  const { version } = data.step.update;
  return (
    <Notice
      tone="info"
      title={
        <>
          Callboard <bdi>{version}</bdi> is ready
        </>
      }
      actions={
        <>
          <Button
            variant="default"
            loading={restart.isPending}
            disabled={data.waitingFor !== null}
            onClick={() => restart.mutate()}
          >
            Restart to update
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setDismissed(version)}>
            Later
          </Button>
        </>
      }
    >
      <p role="status">{restartWords(data.waitingFor)}</p>
      <ErrorNotice error={restart.error} />
    </Notice>
  );
}

const BACKUP_PAGE = '/settings/backup';

/** Says why automatic backups fail; else reminds at most once a month to make a backup. */
export function BackupBanner() {
  const { data } = useQuery(queries.backup.state());
  const later = useMutation({ mutationFn: api.backup.remindLater });
  const [path, navigate] = useLocation();
  if (!data || path === BACKUP_PAGE) return null;
  if (data.automatic.problem) {
    return <AutomaticBackupsBanner state={data.automatic} problem={data.automatic.problem} />;
  }
  if (!data.due) return null;
  return (
    <Notice
      tone="info"
      title={data.last ? 'The last backup was a while ago' : 'There is no backup yet'}
      actions={
        <>
          <Button variant="default" onClick={() => navigate(sectionPath(BACKUP_PAGE, 'Backup'))}>
            See backups
          </Button>
          <Button variant="subtle" color="gray" loading={later.isPending} onClick={() => later.mutate()}>
            Remind me later
          </Button>
        </>
      }
    >
      <p>The service can't list earlier requests, so Callboard's only record of them is on this computer.</p>
      <ErrorNotice error={later.error} />
    </Notice>
  );
}

/** The state of the sign-in while the workspace stays usable. */
export function SignInBanner() {
  const { session } = useAppState();
  const { secretMissing } = usePolicyStatus()(useCurrentWorkspace());
  if (secretMissing && session?.phase === 'signed_out') return <SecretBanner />;
  switch (session?.phase) {
    case 'signed_out':
      return session.reason ? <SignedOut reason={session.reason} /> : null;
    case 'waiting_for_browser':
      return (
        <Notice tone="info">
          <SignInSteps
            link={session.link}
            way={session.way}
            heading={<strong>Waiting for your browser</strong>}
          />
        </Notice>
      );
    case 'waiting_for_key_store':
      return <WaitingForKeyStore />;
    case 'signed_in':
      return <NotRenewed trouble={session.trouble} />;
    default:
      return null;
  }
}

function WaitingForKeyStore() {
  return (
    <Notice tone="info" title="Waiting for the key store of this computer">
      <p>
        Your sign-in is locked in it. If it asks for its password, enter it: Callboard then continues, and
        sends what waits.
      </p>
    </Notice>
  );
}

const OUT_OF_REACH: readonly FailureCode[] = ['sign_in_unreachable', 'sign_in_behind_proxy'];

/** A failed token renewal, unless the server is unreachable: that passes, and the header already shows `Offline`. */
function NotRenewed({ trouble }: { trouble: AppError | undefined }) {
  const signIn = useMutation({ mutationFn: useWorkspace().api.session.signIn });
  if (!trouble || OUT_OF_REACH.includes(trouble.code)) return null;
  return (
    <Notice
      tone="warning"
      title="Couldn't renew the sign-in"
      actions={
        <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
          Sign in again
        </Button>
      }
    >
      <p>
        <ReasonWords reason={trouble} withNextStep={false} /> Callboard tries again automatically; waiting
        submissions are safe. If this continues, sign in again.
      </p>
    </Notice>
  );
}

const CHECK = sectionPath('/settings/network', 'Connection check');

function SignedOut({ reason }: { reason: AppError }) {
  const { waiting } = useOutboxCounts();
  const held = useHeldByOrganisation();
  const [location, navigate] = useLocation();
  const signIn = useMutation({ mutationFn: useWorkspace().api.session.signIn });
  const workspace = useCurrentWorkspace();
  const { mayEdit } = usePolicyStatus()(workspace);
  const connection = `/connections/${workspace.id}`;
  const isCured = mayEdit && location !== connection && isCuredInConnection(reason);
  return (
    <Notice
      tone="warning"
      title={waiting > 0 && !held ? `Sign in to send ${formatNumber(waiting)} waiting` : 'You are signed out'}
      actions={
        <>
          {isCured && <Button onClick={() => navigate(connection)}>Edit connection</Button>}
          <Button variant="default" onClick={() => navigate(CHECK)}>
            Connection check
          </Button>
          <Button
            variant={isCured ? 'default' : 'filled'}
            loading={signIn.isPending}
            onClick={() => signIn.mutate()}
          >
            Sign in
          </Button>
        </>
      }
    >
      <p>
        <ReasonWords reason={reason} withNextStep />
      </p>
    </Notice>
  );
}

/** Warns about a problem in the organisation's policy, or a workspace that the policy forbids. */
function OrganisationBanner() {
  return (
    <>
      <PolicyProblemBanner />
      <HeldBanner />
    </>
  );
}

const PAGE = '/settings/health';

function PolicyProblemBanner() {
  const { problems } = useAppState().policy;
  const [dismissed, setDismissed] = useState<typeof problems>([]);
  const [location, navigate] = useLocation();
  const isDismissed = JSON.stringify(dismissed) === JSON.stringify(problems);
  // That page lists the problems itself.
  if (problems.length === 0 || isDismissed || location === PAGE) return null;
  return (
    <Notice
      tone="warning"
      title="Your organisation's policy for Callboard has a problem"
      actions={
        <>
          <Button variant="default" onClick={() => navigate(sectionPath(PAGE, 'Organisation'))}>
            Show the problem
          </Button>
          <Button variant="default" onClick={() => setDismissed(problems)}>
            Got it
          </Button>
        </>
      }
    >
      The valid part of it applies. Until the rest is corrected, you can't add or change connections.
    </Notice>
  );
}

function HeldBanner() {
  const held = useHeldByOrganisation();
  if (!held) return null;
  return (
    <Notice tone="warning" title="Your organisation doesn't allow this workspace">
      You can still read everything in it, but nothing is sent. Waiting submissions stay in its Outbox.
    </Notice>
  );
}

/** Replaces the sign-in banner for a managed workspace without a client secret. */
function SecretBanner() {
  const workspace = useCurrentWorkspace();
  const [, navigate] = useLocation();
  return (
    <Notice
      tone="info"
      title="This workspace needs its client secret"
      actions={<Button onClick={() => navigate(`/connections/${workspace.id}`)}>Enter client secret</Button>}
    >
      Your organisation set it up without one. Ask the service's administrator for it.
    </Notice>
  );
}

/** Why a session ended or couldn't be renewed, optionally with what to do about it. */
function ReasonWords({ reason, withNextStep }: { reason: AppError; withNextStep: boolean }) {
  const { message, nextStep } = failureWords(reason);
  return withNextStep ? [message, nextStep].filter(Boolean).join(' ') : message;
}
