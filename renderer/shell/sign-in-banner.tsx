import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import type { AppError, FailureCode } from '../../shared/failures.ts';
import { useAppState, useCurrentWorkspace, useOutboxCounts } from '../api/app-state.tsx';
import { useHeldByOrganisation, usePolicyStatus } from '../api/policy.ts';
import { useSignIn } from '../api/session.ts';
import { lazyComponent } from '../parts/loading/lazy-component.tsx';
import { ErrorNotice } from '../parts/notice/error-notice.tsx';
import { Notice } from '../parts/notice/notice.tsx';
import { isCuredInConnection } from '../parts/sign-in/cured-in-connection.ts';
import { SignInSteps } from '../parts/sign-in/sign-in-steps.tsx';
import { formatNumber } from '../parts/text/count-of.ts';
import { sectionPath } from '../routes/paths.ts';
import { SecretBanner } from './organisation-banner.tsx';

/** The state of the sign-in while the workspace stays usable. */
export function SignInBanner() {
  const { session } = useAppState();
  const { secretMissing } = usePolicyStatus()(useCurrentWorkspace());
  if (secretMissing && session?.phase === 'signed_out') return <SecretBanner />;
  switch (session?.phase) {
    case 'signed_out':
      return <SignedOut reason={session.reason} />;
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
    case 'exchanging_code':
      return <Notice tone="info" title="Finishing sign-in" />;
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
  const signIn = useSignIn();
  if (!trouble || OUT_OF_REACH.includes(trouble.code)) return null;
  return (
    <Notice
      tone="warning"
      title="Couldn't renew the sign-in"
      actions={
        <Button size="xs" variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
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

/** Lazy, because the texts of failures are not needed for the first screen. */
const ReasonWords = lazyComponent(async () => (await import('./reason-words.tsx')).ReasonWords);

const CHECK = sectionPath('/settings/network', 'Sign-in check');

function SignedOut({ reason }: { reason: AppError | undefined }) {
  const { waiting } = useOutboxCounts();
  const held = useHeldByOrganisation();
  const [location, navigate] = useLocation();
  const signIn = useSignIn();
  const workspace = useCurrentWorkspace();
  const { mayEdit } = usePolicyStatus()(workspace);
  const connection = `/connections/${workspace.id}`;
  const isCured = mayEdit && location !== connection && isCuredInConnection(reason);
  return (
    <Notice
      tone={reason ? 'warning' : 'info'}
      title={waiting > 0 && !held ? `Sign in to send ${formatNumber(waiting)} waiting` : 'You are signed out'}
      actions={
        <>
          {isCured && (
            <Button size="xs" onClick={() => navigate(connection)}>
              Edit connection
            </Button>
          )}
          {reason && (
            <Button size="xs" variant="default" onClick={() => navigate(CHECK)}>
              Sign-in check
            </Button>
          )}
          <Button
            size="xs"
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
        {reason ? (
          <ReasonWords reason={reason} withNextStep />
        ) : held ? (
          'Sign in to check the status of its requests.'
        ) : (
          'You can keep working. New submissions wait on this computer until you sign in.'
        )}
      </p>
      {/* With a reason, it already includes this error. */}
      {!reason && <ErrorNotice error={signIn.error} />}
    </Notice>
  );
}
