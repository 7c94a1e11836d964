import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { policyWords } from '../../../shared/words/policy-words.ts';
import { api } from '../../api/api.ts';
import { selectWorkspace, useAppState, useSelectWorkspace } from '../../api/app-state.tsx';
import { FocusedPage } from '../../parts/focused-page.tsx';
import { serviceHost } from '../../parts/format.ts';
import { BulletList, Dim } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { FIRST_PAGE } from '../../routes/paths.ts';
import { RestoreBackup } from '../settings/backup/restore-backup.tsx';
import classes from './sign-in.module.css';

/** The first screen: try the practice service, connect to a real one, or restore a backup. */
export function WelcomePage() {
  const [, navigate] = useLocation();
  const practice = useOpenPractice();
  const { workspaces, policy } = useAppState();
  const { practiceAllowed, connectionsLocked } = policy;
  const isPracticeFirst = practiceAllowed && workspaces.every(({ kind }) => kind === 'practice');
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
              variant={isPracticeFirst ? 'filled' : 'default'}
              loading={practice.isPending}
              onClick={() => practice.mutate(undefined, { onSuccess: () => navigate(FIRST_PAGE) })}
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
          button={
            <Button variant={isPracticeFirst ? 'default' : 'filled'} onClick={() => navigate('/connect')}>
              Connect to your service
            </Button>
          }
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
      <Dim component="p" fz="sm">
        {words}
      </Dim>
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
        <Button key={workspace.id} variant="subtle" onClick={() => select.mutate(workspace.id)}>
          {workspace.name} ({serviceHost(workspace)})
        </Button>
      ))}
      <ErrorNotice error={select.error} />
    </section>
  );
}

/** Why the user cannot connect: the organisation sets the connections and has set none yet. */
function SetByOrganisation() {
  const { problems, source } = useAppState().policy;
  return (
    <Notice tone={problems.length > 0 ? 'warning' : 'info'} title="Your organisation sets the connections">
      <p>
        {problems.length > 0
          ? 'Its policy has errors, so no connection can be added until they are corrected. Show this to your IT department.'
          : 'It hasn’t set one for this computer yet. Ask your IT department.'}
      </p>
      <BulletList>
        <li>
          <code dir="ltr">{source}</code>
        </li>
        {problems
          .map((problem) => ({ where: problem.where, message: policyWords(problem) }))
          .map(({ where, message }) => (
            <li key={`${where} ${message}`}>
              {where !== '' && <code dir="ltr">{where}</code>} {message}
            </li>
          ))}
      </BulletList>
    </Notice>
  );
}

/** Starts the embedded practice service and signs in to it. */
function useOpenPractice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { id } = await api.workspaces.openPractice();
      await selectWorkspace(client, id);
    },
  });
}
