import { ActionIcon, Menu } from '@mantine/core';
import {
  type Icon,
  IconArchive,
  IconArchiveOff,
  IconClipboardText,
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconEraser,
  IconFileTypePdf,
  IconHash,
  IconLink,
  IconLock,
  IconMessageQuestion,
  IconPhoneOff,
  IconPhonePlus,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { RequestDetail } from '../../../shared/request.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL, showErrorInShell } from '../../api/query-client.ts';
import { copySummaries, copyWithToast } from '../../parts/copy.tsx';
import { askToConfirm } from '../../parts/dialog.tsx';
import { showSavedFile, useExportLock } from '../../parts/export.tsx';
import { type Action, useActions } from '../../parts/shortcuts.ts';
import { personToFind } from '../../routes/hash-location.ts';
import { newForJobPath, requestDeepLink, submitAgainPath } from '../../routes/paths.ts';
import { requestSwitch } from '../../routes/unsaved-work.ts';
import { NOT_TO_CALL_WORDS, openNotToCall } from '../do-not-call/not-to-call.tsx';
import { useAnnotations } from '../requests/use-annotations.ts';
import { openHold } from '../settings/privacy/open-hold.ts';
import { openExplain } from './open-explain.ts';

/** Further actions on a request, also offered in the palette. */
export function RequestMenu({ request }: { request: RequestDetail }) {
  const { requestId, archived } = request;
  const workspace = useWorkspace();
  const link = requestDeepLink(workspace.id, requestId);
  const {
    submitAgain,
    useAsTemplate,
    saveReport,
    isSaving,
    toggleArchived,
    notToCall,
    hold,
    saveHeld,
    erase,
    explain,
  } = useMenuActions(request);
  const { isOff } = useExportLock();
  const archiveWords = archived ? 'Unarchive' : 'Archive';
  const copyLink = () => void copyWithToast(link, 'Link');
  const copyId = () => void copyWithToast(requestId, 'Request ID');
  const copySummary = () => void copySummaries(workspace, [requestId]).catch(showErrorInShell);
  const copyPhone = () => void copyWithToast(request.phoneNumber, 'Phone number');
  useActions([
    menuAction('again', 'Submit again…', submitAgain),
    menuAction('copy-phone', 'Copy phone number', copyPhone),
    menuAction(
      'save-held',
      'Save what is held…',
      saveHeld,
      'GDPR access request asks what we hold is held about',
    ),
    menuAction('erase', 'Erase this person…', erase, 'delete forget remove GDPR personal data'),
    menuAction('template', 'Use as template', useAsTemplate),
    ...(isOff
      ? []
      : [
          {
            ...menuAction('copy-summary', 'Copy summary', copySummary, 'share chat mail ATS text'),
            shortcut: 'copySummary' as const,
          },
        ]),
    menuAction('copy-link', 'Copy link', copyLink),
    menuAction('copy-id', 'Copy Request ID', copyId),
    ...(isOff ? [] : [menuAction('report', 'Save as PDF…', saveReport)]),
    menuAction('explain', 'Explain this decision…', explain, 'why rejected reason'),
    menuAction('do-not-call', 'Do not call this number…', notToCall, NOT_TO_CALL_WORDS),
    menuAction('hold', 'Place a legal hold…', hold, 'keep retention litigation preserve'),
    { ...menuAction('archive', archiveWords, toggleArchived), shortcut: 'archive' },
  ]);
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon size="input-sm" variant="default" aria-label="More actions">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Item icon={IconPhonePlus} words="Submit again…" onClick={submitAgain} />
        <Item icon={IconCopyPlus} words="Use as template" onClick={useAsTemplate} />
        <Menu.Divider />
        <Item icon={IconCopy} words="Copy summary" disabled={isOff} onClick={copySummary} />
        <Item icon={IconLink} words="Copy link" onClick={copyLink} />
        <Item
          icon={IconFileTypePdf}
          words={isOff ? 'Save as PDF: off, set by your organisation' : 'Save as PDF…'}
          disabled={isSaving || isOff}
          onClick={saveReport}
        />
        <Item icon={archived ? IconArchiveOff : IconArchive} words={archiveWords} onClick={toggleArchived} />
        <Menu.Divider />
        <Menu.Label>Data and compliance</Menu.Label>
        <Item icon={IconHash} words="Copy Request ID" onClick={copyId} />
        <Item icon={IconMessageQuestion} words="Explain this decision…" onClick={explain} />
        <Item icon={IconClipboardText} words="Save what is held…" onClick={saveHeld} />
        <Item icon={IconPhoneOff} words="Do not call this number…" onClick={notToCall} />
        <Item icon={IconLock} words="Place a legal hold…" onClick={hold} />
        <Item icon={IconEraser} words="Erase this person…" onClick={erase} />
      </Menu.Dropdown>
    </Menu>
  );
}

function menuAction(id: string, name: string, run: () => void, keywords = ''): Action {
  return { id: `request.${id}`, name, group: 'This request', keywords, run };
}

function useMenuActions(request: RequestDetail) {
  const { requestId, submissionId, archived, candidateName, phoneNumber } = request;
  const { jobDescriptionId, questionnaireTemplateId } = request;
  const [, navigate] = useLocation();
  const { id: workspaceId } = useWorkspace();
  const { setArchived } = useAnnotations(request);
  const report = useMutation({
    mutationFn: useWorkspace().api.requests.exportReport,
    meta: SHOW_ERROR_IN_SHELL,
  });
  return {
    submitAgain: () => askToSubmitAgain(workspaceId, request),
    useAsTemplate: () => navigate(newForJobPath(jobDescriptionId, questionnaireTemplateId)),
    saveReport: () =>
      report.mutate(
        { requestIds: [requestId] },
        {
          onSuccess: ({ path }) => {
            if (path !== null)
              showSavedFile({ workspaceId, title: `Report on ${candidateName} saved`, path });
          },
        },
      ),
    isSaving: report.isPending,
    toggleArchived: () => setArchived(!archived),
    notToCall: () => openNotToCall({ workspaceId, candidateName, phoneNumbers: [phoneNumber] }),
    explain: () => openExplain({ workspaceId, submissionId }),
    hold: () => openHold({ workspaceId, requestIds: [requestId] }),
    saveHeld: () => personToFind.open({ name: candidateName, phone: phoneNumber }),
    erase: () => personToFind.open({ name: candidateName, phone: phoneNumber }),
  };
}

interface ItemProps {
  readonly icon: Icon;
  readonly words: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Item({ icon: ItemIcon, words, disabled = false, onClick }: ItemProps) {
  return (
    <Menu.Item leftSection={<ItemIcon size={15} aria-hidden />} disabled={disabled} onClick={onClick}>
      {words}
    </Menu.Item>
  );
}

function askToSubmitAgain(workspaceId: string, { candidateName, submissionId }: RequestDetail): void {
  askToConfirm({
    workspaceId,
    title: 'Submit this candidate again?',
    body: (
      <>
        The service will call <bdi>{candidateName}</bdi> again. New request opens filled in; nobody is called
        until you submit it there.
      </>
    ),
    confirm: 'Fill in New request',
    run: async () =>
      requestSwitch({
        workspaceId,
        path: submitAgainPath(submissionId),
        title: `Submit ${candidateName} again`,
      }),
  });
}
