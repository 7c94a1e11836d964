import { Button } from '@mantine/core';
import type { PrivacyState } from '../../../../shared/privacy.ts';
import { useShowFolder } from '../../../api/diagnostics.ts';
import { removePutAside } from '../../../api/privacy.ts';
import { askToConfirm } from '../../../parts/confirm/ask-to-confirm.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import classes from './privacy.module.css';

/** Where data is stored, who else has it, and damaged files to delete. */
export function DataFolderPart({ state: { folder, putAside } }: { state: PrivacyState }) {
  const show = useShowFolder();
  return (
    <Section
      title="Where your data is stored"
      aside={
        <Button size="xs" variant="default" onClick={() => show.mutate('data')}>
          Show the folder
        </Button>
      }
    >
      <div className={classes['box']}>
        <p className={classes['words']}>
          Callboard stores everything in this folder, which only your user account on this computer can open:
        </p>
        <code className={classes['path']} dir="ltr">
          {folder}
        </code>
        <p className={classes['words']}>
          What you submit goes to the workspace’s service and nowhere else. The service keeps it by its own
          rules, whatever you erase here.
        </p>
        {putAside.length > 0 && (
          <div className={classes['putAside']}>
            <p className={classes['words']}>
              {countOf(putAside.length, 'damaged file was', 'damaged files were')} put aside here and may
              contain anyone’s data: {putAside.map(({ name }) => name).join(', ')}
            </p>
            <Button size="xs" variant="default" onClick={() => askToDelete(putAside.map(({ name }) => name))}>
              Delete damaged files…
            </Button>
          </div>
        )}
        <ErrorNotice error={show.error} />
      </div>
    </Section>
  );
}

function askToDelete(names: readonly string[]): void {
  askToConfirm({
    title: 'Delete damaged files?',
    body: `${countOf(names.length, 'file')} that Callboard couldn’t use will be deleted. After that, nothing can be recovered from them.`,
    confirm: 'Delete for good',
    danger: true,
    run: () => removePutAside(names),
  });
}
