import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopyPlus,
  IconDots,
  IconEraser,
  IconFileTypePdf,
  IconHash,
  IconLink,
  IconPhonePlus,
} from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { RequestDetail } from '../../../shared/request.ts';
import { useSaveReport } from '../../api/request-actions.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { copyText } from '../../parts/copy/copy-text.ts';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';
import { requestDeepLink, submitAgainPath, templatePath } from '../../routes/paths.ts';
import { requestSwitch } from '../../routes/pending-switches.ts';
import { openErasePerson } from '../../routes/person-to-erase.ts';
import { useMarks } from './review-card.tsx';

/** What else can be done with a request. */
export function RequestMenu({ request }: { request: RequestDetail }) {
  const [, navigate] = useLocation();
  const { id: workspaceId } = useWorkspace();
  const { setArchived } = useMarks(request);
  const report = useSaveReport();
  const { requestId, submissionId, archived } = request;
  const submitAgain = () => askToSubmitAgain(workspaceId, request);
  const useAsTemplate = () => navigate(templatePath(submissionId));
  const saveReport = () =>
    report.mutate(requestId, {
      onSuccess: ({ path }) => {
        if (path !== null) showToast({ title: 'Report saved', message: path });
      },
    });
  const erase = () => openErasePerson({ name: request.candidateName, phone: request.phoneNumber });
  const link = requestDeepLink(workspaceId, requestId);
  const archiveWords = archived ? 'Take out of the archive' : 'Archive';
  const action = (id: string, name: string, run: () => void): Action => ({
    id: `request.${id}`,
    name,
    group: 'This request',
    run,
  });
  useActions([
    action('again', 'Submit again…', submitAgain),
    action('template', 'Use as template', useAsTemplate),
    action('copy-link', 'Copy link', () => void copyAndSay(link, 'Link')),
    action('copy-id', 'Copy Request ID', () => void copyAndSay(requestId, 'Request ID')),
    action('copy-phone', 'Copy phone number', () => void copyAndSay(request.phoneNumber, 'Phone number')),
    action('report', 'Save as PDF…', saveReport),
    action('erase', 'Erase this person…', erase),
    action('archive', archiveWords, () => setArchived(!archived)),
  ]);
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon size={30} variant="default" aria-label="More actions">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPhonePlus size={15} aria-hidden />} onClick={submitAgain}>
          Submit again…
        </Menu.Item>
        <Menu.Item leftSection={<IconCopyPlus size={15} aria-hidden />} onClick={useAsTemplate}>
          Use as template
        </Menu.Item>
        <Menu.Divider />
        <CopyItem icon={IconLink} text={link} what="Link" />
        <CopyItem icon={IconHash} text={requestId} what="Request ID" />
        <Menu.Item
          leftSection={<IconFileTypePdf size={15} aria-hidden />}
          disabled={report.isPending}
          onClick={saveReport}
        >
          Save as PDF…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={
            archived ? <IconArchiveOff size={15} aria-hidden /> : <IconArchive size={15} aria-hidden />
          }
          onClick={() => setArchived(!archived)}
        >
          {archiveWords}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconEraser size={15} aria-hidden />} onClick={erase}>
          Erase this person…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface CopyItemProps {
  readonly icon: typeof IconLink;
  readonly text: string;
  readonly what: string;
}

function CopyItem({ icon: Icon, text, what }: CopyItemProps) {
  return (
    <Menu.Item leftSection={<Icon size={15} aria-hidden />} onClick={() => void copyAndSay(text, what)}>
      Copy {what === 'Link' ? 'link' : what}
    </Menu.Item>
  );
}

/** Copies and says so; what could not be copied is shown, to be copied by hand. */
async function copyAndSay(text: string, what: string): Promise<void> {
  const copied = await copyText(text);
  showToast({
    tone: copied ? 'done' : 'problem',
    title: copied ? `${what} copied` : `${what} could not be copied`,
    message: copied ? undefined : text,
  });
}

function askToSubmitAgain(workspaceId: string, { candidateName, submissionId }: RequestDetail): void {
  askToConfirm({
    workspaceId,
    title: 'Submit this candidate again?',
    body: (
      <>
        <bdi>{candidateName}</bdi> will be called once more. New request opens filled in, and nobody is called
        before you submit it there.
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
