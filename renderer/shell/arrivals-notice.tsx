import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ShownLink } from '../../shared/ipc/bridge.ts';
import { reportProblem } from '../api/standing-problem.ts';
import { Notice } from '../parts/notice/notice.tsx';
import { takeArrival, useArrivals } from '../places/arrivals.ts';
import { requestPath } from '../places/paths.ts';
import { offerPrefill } from '../places/prefills.ts';
import { linkError, linkTarget } from './link-words.ts';

/** Shows links from other programs as they come, and asks first where something typed would be left behind. */
export function ArrivalsNotice() {
  const [link] = useArrivals();
  const [path, navigate] = useLocation();
  // New request with a search is a form for one submission, whose changes are kept nowhere else.
  const typing = useSearch() !== '' && path === '/new';
  const asks = typing && link !== undefined && link.kind !== 'unknown';
  useEffect(() => {
    if (link && !asks) show(link, navigate);
  }, [link, asks, navigate]);
  if (!asks) return null;
  return (
    <Notice
      tone="info"
      role="alert"
      title={
        <>
          A link wants to open <bdi>{linkTarget(link)}</bdi>
        </>
      }
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => show(link, navigate)}>
            Open it
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => takeArrival(link)}>
            Ignore the link
          </Button>
        </>
      }
    >
      What you changed on this page is not kept when you leave it.
    </Notice>
  );
}

function show(link: ShownLink, navigate: (path: string) => void): void {
  takeArrival(link);
  switch (link.kind) {
    case 'new_request':
      offerPrefill(link.fields);
      navigate('/new');
      break;
    case 'request':
      navigate(requestPath(link.requestId));
      break;
    case 'unknown':
      reportProblem(linkError(link.problem));
  }
}

/** For the pages before a workspace is open: what came is kept until it can be shown. */
export function WaitingLinks() {
  const arrivals = useArrivals();
  const [bad] = arrivals.flatMap((link) => (link.kind === 'unknown' ? [link] : []));
  const good = arrivals.filter(({ kind }) => kind !== 'unknown').length;
  if (bad) {
    const { message, nextStep } = linkError(bad.problem);
    return (
      <Notice
        tone="problem"
        role="alert"
        title={message}
        actions={
          <Button size="xs" variant="default" onClick={() => takeArrival(bad)}>
            Got it
          </Button>
        }
      >
        {nextStep}
      </Notice>
    );
  }
  if (good === 0) return null;
  return (
    <div role="status">
      <Notice
        tone="info"
        title={good === 1 ? 'A link waits to be opened' : `${good} links wait to be opened`}
      >
        This happens as soon as a workspace is open.
      </Notice>
    </div>
  );
}
