import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAppState, useCurrentWorkspace } from '../api/app-state.tsx';
import { useHeldByOrganisation, useStandings } from '../api/managed.ts';
import { Notice } from '../parts/notice/notice.tsx';

/** What the organisation's policy means for the person just now: something wrong in it, a workspace it does not allow. */
export function OrganisationBanner() {
  return (
    <>
      <PolicyProblemBanner />
      <HeldBanner />
      <SecretBanner />
    </>
  );
}

function PolicyProblemBanner() {
  const { problems } = useAppState().policy;
  const [read, setRead] = useState<typeof problems>([]);
  const [, navigate] = useLocation();
  const known = JSON.stringify(read) === JSON.stringify(problems);
  if (problems.length === 0 || known) return null;
  return (
    <Notice
      tone="warning"
      title="Your organisation's policy for Callboard has a problem"
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => navigate('/settings/organisation')}>
            Show the problem
          </Button>
          <Button size="xs" variant="default" onClick={() => setRead(problems)}>
            Got it
          </Button>
        </>
      }
    >
      What waits is sent as before. Until it is put right, connections cannot be added or changed.
    </Notice>
  );
}

function HeldBanner() {
  const held = useHeldByOrganisation();
  if (!held) return null;
  return (
    <Notice tone="warning" title="Your organisation does not allow this workspace">
      Everything in it can be read, and nothing is sent from it. What waits in its Outbox stays there.
    </Notice>
  );
}

/** A managed workspace that came without its client secret. */
function SecretBanner() {
  const workspace = useCurrentWorkspace();
  const { secretMissing, held } = useStandings()(workspace);
  const [, navigate] = useLocation();
  if (!secretMissing || held) return null;
  return (
    <Notice
      tone="info"
      title="This workspace needs its client secret"
      actions={
        <Button size="xs" onClick={() => navigate(`/connections/${workspace.id}`)}>
          Enter client secret
        </Button>
      }
    >
      Your organisation has set it up without one. Ask whoever runs the service for it.
    </Notice>
  );
}
