import { Button } from '@mantine/core';
import { useState } from 'react';
import { storageWords } from '../../shared/words/storage-words.ts';
import { useAppState } from '../api/app-state.tsx';
import { useChangeSettings } from '../api/settings.ts';
import { dismissShellError, useShellError } from '../api/shell-error.ts';
import { PendingLinksNotice } from '../parts/links/pending-links-notice.tsx';
import { ErrorNotice } from '../parts/notice/error-notice.tsx';
import { Notice } from '../parts/notice/notice.tsx';
import { BackupBanner } from './backup-banner.tsx';
import classes from './banners.module.css';
import { OrganisationBanner } from './organisation-banner.tsx';
import { SignInBanner } from './sign-in-banner.tsx';
import { UpdateBanner } from './update-banner.tsx';

/** What the person must know wherever they are: sign-in, pause, storage. */
export function Banners() {
  const { paused, session } = useAppState();
  return (
    <div className={classes['banners']}>
      <ProblemBanner />
      <PendingLinksNotice />
      <StorageBanner />
      <OrganisationBanner />
      <SignInBanner />
      <KeyStoreBanner />
      {paused && session?.phase === 'signed_in' && (
        <Notice tone="info" title="Sending is paused">
          New submissions wait in the Outbox until you resume.
        </Notice>
      )}
      <UpdateBanner />
      <BackupBanner />
    </div>
  );
}

/** An error of a control that has no room for it. */
function ProblemBanner() {
  const problem = useShellError();
  if (!problem) return null;
  return (
    <Notice
      tone="problem"
      role="alert"
      title={problem.message}
      actions={
        <Button size="xs" variant="default" onClick={dismissShellError}>
          Got it
        </Button>
      }
    >
      {problem.nextStep}
    </Notice>
  );
}

function StorageBanner() {
  const { storageNotice } = useAppState();
  const [read, setRead] = useState<string | null>(null);
  if (!storageNotice) return null;
  const words = storageWords(storageNotice);
  if (read === words) return null;
  return (
    <Notice
      tone="warning"
      role="alert"
      actions={
        <Button size="xs" variant="default" onClick={() => setRead(words)}>
          Got it
        </Button>
      }
    >
      {words}
    </Notice>
  );
}

/** Asked once per start on a computer without a key store; the answer can be changed in Settings. */
function KeyStoreBanner() {
  const { keyStoreAvailable, weakStorageAllowed, session, policy } = useAppState();
  const [keepInMemory, setKeepInMemory] = useState(false);
  const change = useChangeSettings();
  const fixed = policy.managed.includes('weakStorageAllowed');
  const inMemory = session?.phase === 'signed_in' && session.storage === 'memory';
  if (keyStoreAvailable || weakStorageAllowed || keepInMemory || !inMemory) return null;
  return (
    <Notice
      tone="warning"
      title="This computer has no key store"
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => setKeepInMemory(true)}>
            Keep sign-in until I quit
          </Button>
          {!fixed && (
            <Button
              size="xs"
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
        {fixed
          ? 'Your organisation does not allow storing it with weaker protection.'
          : 'Stored with weaker protection, other programs of your user account could read it.'}
      </p>
      <ErrorNotice error={change.error} />
    </Notice>
  );
}
