import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAppState, useCurrentWorkspace } from '../api/app-state.tsx';
import { useHeldByOrganisation } from '../api/policy.ts';
import { Notice } from '../parts/notice/notice.tsx';
import { sectionPath } from '../routes/paths.ts';

/** Warns about a problem in the organisation's policy, or a workspace that the policy forbids. */
export function OrganisationBanner() {
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
          <Button size="xs" variant="default" onClick={() => navigate(sectionPath(PAGE, 'Organisation'))}>
            Show the problem
          </Button>
          <Button size="xs" variant="default" onClick={() => setDismissed(problems)}>
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
      Your organisation set it up without one. Ask the service's administrator for it.
    </Notice>
  );
}
