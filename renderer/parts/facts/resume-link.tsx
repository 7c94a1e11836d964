import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ErrorNotice } from '../notice/error-notice.tsx';
import classes from './facts.module.css';

interface ResumeLinkProps {
  readonly resumeUrl: string;
  /** Opens it in the system browser. */
  readonly onOpen: () => Promise<unknown>;
}

/** Opens the resume in the system browser if its link is https; any other link only says why it isn't opened. */
export function ResumeLink({ resumeUrl, onOpen }: ResumeLinkProps) {
  const open = useMutation({ mutationFn: onOpen });
  if (!/^https:/i.test(resumeUrl)) {
    return (
      <>
        <span className={classes['address']} dir="ltr">
          {resumeUrl}
        </span>
        <span className={classes['why']}>
          Callboard opens only encrypted (https) links. If you trust this one, copy it.
        </span>
      </>
    );
  }
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes['resume']}
        title={resumeUrl}
        onClick={() => open.mutate()}
      >
        <span className={classes['host']} dir="ltr">
          {resumeUrl.replace(/^https:\/\//i, '')}
        </span>
        <IconExternalLink size={14} role="img" aria-label="(opens in your browser)" />
      </Anchor>
      <ErrorNotice error={open.error} />
    </>
  );
}
