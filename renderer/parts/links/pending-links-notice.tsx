import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ShownLink } from '../../../shared/ipc/bridge.ts';
import { api } from '../../api/api.ts';
import { useAppState, useCurrentWorkspace } from '../../api/app-state.tsx';
import { showErrorInShell } from '../../api/shell-error.ts';
import { requestPath } from '../../routes/paths.ts';
import { removePendingLink, usePendingLinks } from '../../routes/pending-links.ts';
import { requestSwitch } from '../../routes/pending-switches.ts';
import { offerPrefill } from '../../routes/prefills.ts';
import { Notice } from '../notice/notice.tsx';
import { linkError, linkTarget } from './link-words.ts';

/** Shows links from other programs as they come, and asks first where something typed would be left behind. */
export function PendingLinksNotice() {
  const [link] = usePendingLinks();
  const [path, navigate] = useLocation();
  const [unclear, setUnclear] = useState<UnclearLink | null>(null);
  const show = useShowLink(setUnclear);
  // New request with a search is a form for one submission, whose changes are kept nowhere else.
  const typing = useSearch() !== '' && path === '/new';
  const asks = typing && link !== undefined && link.kind !== 'unknown';
  useEffect(() => {
    if (link && !asks) show(link, navigate);
  }, [link, asks, navigate, show]);
  return (
    <>
      {unclear && <WhichWorkspace link={unclear} onDone={() => setUnclear(null)} />}
      {asks && (
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
              <Button size="xs" variant="subtle" color="gray" onClick={() => removePendingLink(link)}>
                Ignore the link
              </Button>
            </>
          }
        >
          What you changed on this page is not kept when you leave it.
        </Notice>
      )}
    </>
  );
}

/** A link to a request of which several workspaces have one of its ID, or that names a workspace that is not here. */
interface UnclearLink {
  readonly requestId: string;
  readonly workspaceIds: readonly string[];
  readonly namesAnother: boolean;
}

function useShowLink(onUnclear: (link: UnclearLink) => void) {
  const { workspaces } = useAppState();
  const { id: shownId } = useCurrentWorkspace();
  return useCallback(
    (link: ShownLink, navigate: (path: string) => void): void => {
      removePendingLink(link);
      switch (link.kind) {
        case 'new_request':
          offerPrefill(link.fields);
          navigate('/new');
          break;
        case 'request': {
          const { requestId } = link;
          const named = workspaces.find(({ id }) => id === link.workspaceId);
          if (named) {
            wishForRequest(named.id, requestId);
            break;
          }
          // One of another computer's workspaces, perhaps: the same ID here may be about somebody else.
          const namesAnother = link.workspaceId !== undefined;
          api.requests.workspacesOf({ requestId }).then((workspaceIds) => {
            const [only = shownId, ...others] = workspaceIds;
            if (others.length > 0 || namesAnother) onUnclear({ requestId, workspaceIds, namesAnother });
            else wishForRequest(only, requestId);
          }, showErrorInShell);
          break;
        }
        case 'unknown':
          showErrorInShell(linkError(link.problem));
      }
    },
    [workspaces, shownId, onUnclear],
  );
}

function wishForRequest(workspaceId: string, requestId: string): void {
  requestSwitch({ workspaceId, path: requestPath(requestId), title: 'A link wants to open a request' });
}

/** Services number their requests alike: only a person knows which one a link without a workspace means. */
function WhichWorkspace({ link, onDone }: { link: UnclearLink; onDone: () => void }) {
  const { workspaces } = useAppState();
  return (
    <Notice
      tone="info"
      role="alert"
      title={
        link.namesAnother
          ? 'A link wants to open a request of a workspace that is not on this computer'
          : 'A link wants to open a request that several workspaces have'
      }
      actions={
        <>
          {workspaces
            .filter(({ id }) => link.workspaceIds.includes(id))
            .map(({ id, name }) => (
              <Button
                key={id}
                size="xs"
                variant="default"
                onClick={() => {
                  onDone();
                  wishForRequest(id, link.requestId);
                }}
              >
                Open it in {name}
              </Button>
            ))}
          <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
            Ignore the link
          </Button>
        </>
      }
    >
      {wordsFor(link)}
    </Notice>
  );
}

function wordsFor({ namesAnother, workspaceIds }: UnclearLink): string {
  if (workspaceIds.length === 0) return 'No workspace here has a request of that ID.';
  return namesAnother
    ? 'What is here under that ID may be about somebody else. Open it only if it is the same service.'
    : 'Their services use the same request IDs for different people. Choose the workspace that the link is about.';
}

/** For the pages before a workspace is open: what came is kept until it can be shown. */
export function PendingLinksStatus() {
  const arrivals = usePendingLinks();
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
          <Button size="xs" variant="default" onClick={() => removePendingLink(bad)}>
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
