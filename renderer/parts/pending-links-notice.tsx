import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { LinkProblem, RequestPrefill } from '../../shared/deep-link.ts';
import type { ShownLink } from '../../shared/ipc/bridge.ts';
import { WINDOW_FAILURES } from '../../shared/words/failures/window-failures.ts';
import { ApiError, api } from '../api/api.ts';
import { useAppState, useCurrentWorkspace } from '../api/app-state.tsx';
import { showErrorInShell } from '../api/query-client.ts';
import { requestPath } from '../routes/paths.ts';
import { requestSwitch } from '../routes/unsaved-work.ts';
import { Store, useStore } from '../store.ts';
import { Notice } from './notice.tsx';

/**
 * Deep links in order of arrival. They may arrive while no workspace is open or while the person is typing; each stays here
 * until it is opened or ignored.
 */
const pending = new Store<readonly ShownLink[]>([]);

/** Opens a link once the window can, and asks first if the person would lose typed text. */
export function addPendingLink(link: ShownLink): void {
  pending.set([...pending.get(), link]);
}

function removePendingLink(link: ShownLink): void {
  pending.set(pending.get().filter((other) => other !== link));
}

/** Form values of opened links, in order of arrival. New request asks before it replaces what the person typed. */
const prefills = new Store<readonly RequestPrefill[]>([]);

/** Removes a prefill that was used or rejected. */
export function takePrefill(prefill: RequestPrefill): void {
  prefills.set(prefills.get().filter((other) => other !== prefill));
}

/** The first prefill that waits, or null. */
export function useOfferedPrefill(): RequestPrefill | null {
  return useStore(prefills)[0] ?? null;
}

/** Opens deep links as they arrive, and asks first if the person would lose typed text. */
export function PendingLinksNotice() {
  const [link] = useStore(pending);
  const [path, navigate] = useLocation();
  const [ambiguous, setAmbiguous] = useState<AmbiguousLink | null>(null);
  const open = useOpenLink(setAmbiguous);
  // New request with a query string edits an existing submission and does not save a draft.
  const editing = useSearch() !== '' && path === '/new';
  const mustAsk = editing && link !== undefined && link.kind !== 'unknown';
  useEffect(() => {
    if (link && !mustAsk) open(link, navigate);
  }, [link, mustAsk, navigate, open]);
  return (
    <>
      {ambiguous && <WorkspaceChoice link={ambiguous} onDone={() => setAmbiguous(null)} />}
      {mustAsk && (
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
              <Button variant="default" onClick={() => open(link, navigate)}>
                Open it
              </Button>
              <Button variant="subtle" color="gray" onClick={() => removePendingLink(link)}>
                Ignore the link
              </Button>
            </>
          }
        >
          Your changes on this page will be lost if you leave it.
        </Notice>
      )}
    </>
  );
}

/** A link to a request ID that several workspaces use, or whose workspace is not on this computer. */
interface AmbiguousLink {
  readonly requestId: string;
  /** Workspaces with a request of this ID. */
  readonly workspaceIds: readonly string[];
  readonly namesUnknownWorkspace: boolean;
}

function useOpenLink(onAmbiguous: (link: AmbiguousLink) => void) {
  const { workspaces } = useAppState();
  const { id: shownId } = useCurrentWorkspace();
  return useCallback(
    (link: ShownLink, navigate: (path: string) => void): void => {
      removePendingLink(link);
      switch (link.kind) {
        case 'new_request':
          prefills.set([...prefills.get(), link.fields]);
          navigate('/new');
          break;
        case 'request': {
          const { requestId } = link;
          const named = workspaces.find(({ id }) => id === link.workspaceId);
          if (named) {
            openRequestIn(named.id, requestId);
            break;
          }
          // The link may come from another computer, and the same ID here may belong to somebody else.
          const namesUnknownWorkspace = link.workspaceId !== undefined;
          api.requests.workspacesOf({ requestId }).then((workspaceIds) => {
            const [only = shownId, ...others] = workspaceIds;
            if (others.length > 0 || namesUnknownWorkspace)
              onAmbiguous({ requestId, workspaceIds, namesUnknownWorkspace });
            else openRequestIn(only, requestId);
          }, showErrorInShell);
          break;
        }
        case 'unknown':
          showErrorInShell(linkError(link.problem));
      }
    },
    [workspaces, shownId, onAmbiguous],
  );
}

function openRequestIn(workspaceId: string, requestId: string): void {
  requestSwitch({ workspaceId, path: requestPath(requestId), title: 'A link wants to open a request' });
}

/** Asks which workspace a link means, because different services use the same request IDs. */
function WorkspaceChoice({ link, onDone }: { link: AmbiguousLink; onDone: () => void }) {
  const { workspaces } = useAppState();
  return (
    <Notice
      tone="info"
      role="alert"
      title={
        link.namesUnknownWorkspace
          ? "A link wants to open a request in a workspace that isn't on this computer"
          : 'A link wants to open a request ID that several workspaces use'
      }
      actions={
        <>
          {workspaces
            .filter(({ id }) => link.workspaceIds.includes(id))
            .map(({ id, name }) => (
              <Button
                key={id}
                variant="default"
                onClick={() => {
                  onDone();
                  openRequestIn(id, link.requestId);
                }}
              >
                Open it in {name}
              </Button>
            ))}
          <Button variant="subtle" color="gray" onClick={onDone}>
            Ignore the link
          </Button>
        </>
      }
    >
      {explanation(link)}
    </Notice>
  );
}

function explanation({ namesUnknownWorkspace, workspaceIds }: AmbiguousLink): string {
  if (workspaceIds.length === 0) return 'No workspace on this computer has a request with that ID.';
  return namesUnknownWorkspace
    ? 'The request with that ID on this computer may be about somebody else. Open it only if it is from the same service.'
    : 'Their services use the same request IDs for different people. Choose the workspace that the link is meant for.';
}

/** On pages without an open workspace, says that links wait, and why a bad one can't be opened. */
export function PendingLinksStatus() {
  const links = useStore(pending);
  const [invalid] = links.flatMap((link) => (link.kind === 'unknown' ? [link] : []));
  const validCount = links.filter(({ kind }) => kind !== 'unknown').length;
  if (invalid) {
    const { message, nextStep } = linkError(invalid.problem);
    return (
      <Notice
        tone="problem"
        role="alert"
        title={message}
        actions={
          <Button variant="default" onClick={() => removePendingLink(invalid)}>
            Got it
          </Button>
        }
      >
        {nextStep}
      </Notice>
    );
  }
  if (validCount === 0) return null;
  return (
    <div role="status">
      <Notice
        tone="info"
        title={
          validCount === 1 ? 'A link is waiting to be opened' : `${validCount} links are waiting to be opened`
        }
      >
        Callboard will open {validCount === 1 ? 'it' : 'them'} as soon as a workspace is open.
      </Notice>
    </div>
  );
}

/** What a link opens, for use after "wants to open". */
function linkTarget(link: ShownLink): string {
  switch (link.kind) {
    case 'new_request':
      return link.fields.candidateName ? `New request for ${link.fields.candidateName}` : 'New request';
    case 'request':
      return 'a request';
    case 'unknown':
      return 'Callboard';
  }
}

/** Why a link can't be opened. */
function linkError(problem: LinkProblem): ApiError {
  return new ApiError({ code: 'bad_link', values: { problem } }, WINDOW_FAILURES.bad_link({ problem }));
}
