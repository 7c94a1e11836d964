import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import { useAppState } from '../../api/app-state.tsx';
import { useOpenPractice, useSelectWorkspace } from '../../api/workspaces.ts';
import { RestoreBackup } from '../../parts/backup/restore-backup.tsx';
import { lazyComponent } from '../../parts/loading/lazy-component.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { FocusedPage } from '../../parts/page/focused-page.tsx';
import { serviceHost } from '../../parts/workspace/service-host.ts';
import classes from './welcome-page.module.css';

// The words of policy problems are not part of the first screen.
const SetByOrganisation = lazyComponent(
  async () => (await import('./set-by-organisation.tsx')).SetByOrganisation,
);

/** The first screen: try the practice service, connect to a real one, or restore a backup. */
export function WelcomePage() {
  const [, navigate] = useLocation();
  const practice = useOpenPractice();
  const { practiceAllowed, connectionsLocked } = useAppState().policy;
  return (
    <FocusedPage
      title="Welcome to Callboard"
      lead="Have candidates screened by phone: submit them, keep working offline, and follow every call and assessment."
    >
      {practiceAllowed && (
        <Choice
          words="A simulated service on this computer. Nobody is called, and no data leaves the computer."
          button={
            <Button
              variant="default"
              loading={practice.isPending}
              onClick={() => practice.mutate(undefined, { onSuccess: () => navigate('/requests') })}
            >
              Try the practice workspace
            </Button>
          }
        />
      )}
      <ErrorNotice error={practice.error} />
      {connectionsLocked ? (
        <SetByOrganisation />
      ) : (
        <Choice
          words="Your team's screening service. You need its addresses and your client ID."
          button={<Button onClick={() => navigate('/connect')}>Connect to your service</Button>}
        />
      )}
      <Choice
        words="Another computer's workspaces and requests, from the file Callboard made there."
        button={<RestoreBackup>Restore a backup</RestoreBackup>}
      />
      <KnownWorkspaces />
    </FocusedPage>
  );
}

function Choice({ words, button }: { words: string; button: React.ReactNode }) {
  return (
    <div className={classes['choice']}>
      {button}
      <p className={classes['words']}>{words}</p>
    </div>
  );
}

/** The existing workspaces, while none is open. */
function KnownWorkspaces() {
  const { workspaces } = useAppState();
  const select = useSelectWorkspace();
  if (workspaces.length === 0) return null;
  return (
    <section aria-label="Your workspaces" className={classes['known']}>
      {workspaces.map((workspace) => (
        <Button key={workspace.id} variant="subtle" size="xs" onClick={() => select.mutate(workspace.id)}>
          {workspace.name} ({serviceHost(workspace)})
        </Button>
      ))}
      <ErrorNotice error={select.error} />
    </section>
  );
}
