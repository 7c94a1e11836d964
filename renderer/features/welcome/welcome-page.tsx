import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import { useAppState } from '../../api/app-state.tsx';
import { useOpenPractice, useSelectWorkspace } from '../../api/workspaces.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { FocusedPage } from '../../shell/focused-page.tsx';
import { workspacePlace } from '../../shell/workspace-place.ts';
import classes from './welcome-page.module.css';

/** The first screen: look around with the practice service, or connect to the real one. */
export function WelcomePage() {
  const [, navigate] = useLocation();
  const practice = useOpenPractice();
  return (
    <FocusedPage
      title="Welcome to Callboard"
      lead="Have candidates screened by phone: submit them, keep working offline, and follow every call and assessment."
    >
      <Choice
        words="A made-up service on this computer. Nobody is called, nothing leaves it."
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
      <ErrorNotice error={practice.error} />
      <Choice
        words="Your team's screening service. Have its addresses and your client ID at hand."
        button={<Button onClick={() => navigate('/connect')}>Connect to your service</Button>}
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

/** Workspaces there are although none is open. */
function KnownWorkspaces() {
  const { workspaces } = useAppState();
  const select = useSelectWorkspace();
  if (workspaces.length === 0) return null;
  return (
    <section aria-label="Your workspaces" className={classes['known']}>
      {workspaces.map((workspace) => (
        <Button key={workspace.id} variant="subtle" size="xs" onClick={() => select.mutate(workspace.id)}>
          {workspace.name} ({workspacePlace(workspace)})
        </Button>
      ))}
      <ErrorNotice error={select.error} />
    </section>
  );
}
