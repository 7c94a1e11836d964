import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAppState } from '../api/app-state.tsx';
import { useChangeSettings } from '../api/settings.ts';
import { dismissShellError, useShellError } from '../api/shell-error.ts';
import { PendingLinksNotice } from '../parts/links/pending-links-notice.tsx';
import { lazyComponent } from '../parts/loading/lazy-component.tsx';
import { ErrorNotice } from '../parts/notice/error-notice.tsx';
import { Notice } from '../parts/notice/notice.tsx';
import { useNow } from '../parts/time/use-now.ts';
import { BackupBanner } from './backup-banner.tsx';
import classes from './banners.module.css';
import { OrganisationBanner } from './organisation-banner.tsx';
import { SignInBanner } from './sign-in-banner.tsx';
import { StorageBanner } from './storage-banner.tsx';
import { UpdateBanner } from './update-banner.tsx';

// Rarely needed: not part of the first screen.
const ListLockedBanner = lazyComponent(
  async () => (await import('./list-locked-banner.tsx')).ListLockedBanner,
);

/** Notices that every page shows: sign-in, pause, storage and others. */
export function Banners() {
  const { paused, session } = useAppState();
  return (
    <div className={classes['banners']}>
      <ErrorBanner />
      <PendingLinksNotice />
      <StorageBanner />
      <OrganisationBanner />
      <SignInBanner />
      <DoNotCallBanner />
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

/** Says why the do-not-call list lets nothing be sent. */
function DoNotCallBanner() {
  const { doNotCallLocked } = useAppState();
  if (doNotCallLocked === null) return null;
  return <ListLockedBanner locked={doNotCallLocked} />;
}

/** Shows an error whose control has no room for it. */
function ErrorBanner() {
  const { currentWorkspace } = useAppState();
  const error = useShellError(currentWorkspace?.id, useNow());
  if (!error) return null;
  return (
    <Notice
      tone="problem"
      role="alert"
      title={error.message}
      actions={
        <Button size="xs" variant="default" onClick={dismissShellError}>
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
  const change = useChangeSettings();
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
          <Button size="xs" variant="default" onClick={() => setKeepInMemory(true)}>
            Keep sign-in until I quit
          </Button>
          {!fixed && !denied && (
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
