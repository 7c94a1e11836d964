import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAppState, useCurrentWorkspace } from '../api/app-state.tsx';
import { useHeldByOrganisation } from '../api/policy.ts';
import { Notice } from '../parts/notice/notice.tsx';

/** What the organisation's policy means for the person just now: something wrong in it, a workspace it does not allow. */
export function OrganisationBanner() {
  return (
    <>
      <PolicyProblemBanner />
      <HeldBanner />
    </>
  );
}

const PAGE = '/settings/organisation';

function PolicyProblemBanner() {
  const { problems } = useAppState().policy;
  const [read, setRead] = useState<typeof problems>([]);
  const [location, navigate] = useLocation();
  const known = JSON.stringify(read) === JSON.stringify(problems);
  // The page says it itself, with all that is wrong.
  if (problems.length === 0 || known || location === PAGE) return null;
  return (
    <Notice
      tone="warning"
      title="Your organisation's policy for Callboard has a problem"
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => navigate(PAGE)}>
            Show the problem
          </Button>
          <Button size="xs" variant="default" onClick={() => setRead(problems)}>
            Got it
          </Button>
        </>
      }
    >
      What can be read of it holds. Until the rest is put right, connections cannot be added or changed.
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

/** In the place of the sign-in: a managed workspace that came without its client secret. */
export function SecretBanner() {
  const workspace = useCurrentWorkspace();
  const [, navigate] = useLocation();
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
