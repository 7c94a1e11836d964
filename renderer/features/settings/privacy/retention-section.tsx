import { NativeSelect } from '@mantine/core';
import { RETENTION_DAYS, type RetentionDays } from '../../../../shared/privacy.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { useChangeSettings } from '../../../api/settings.ts';
import { askToConfirm } from '../../../parts/confirm/ask-to-confirm.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { SettingRow } from '../setting-row.tsx';
import classes from './privacy.module.css';
import { RetentionPreview } from './retention-preview.tsx';

const NAME = 'Erase finished requests';

/** After how long finished requests are erased. Turning it on or shortening it shows a preview first. */
export function RetentionSection({ settings }: { settings: Settings }) {
  const save = useChangeSettings();
  const choose = (retentionDays: RetentionDays) => {
    const sooner =
      retentionDays !== 0 && (settings.retentionDays === 0 || retentionDays < settings.retentionDays);
    if (!sooner) {
      save.mutate({ retentionDays });
      return;
    }
    askToConfirm({
      title: `Erase finished requests after ${retentionDays} days?`,
      body: <RetentionPreview days={retentionDays} />,
      confirm: 'Erase from now on',
      danger: true,
      run: () => save.mutateAsync({ retentionDays }),
    });
  };
  return (
    <Section title="How long data is kept">
      <div className={classes['rows']}>
        <SettingRow
          name={NAME}
          words="Completed requests with all their data, refused and discarded submissions, and rows of imported files that were never queued, this long after their last change. Never anything that is waiting, needs a decision or is not completed."
          setting="retentionDays"
        >
          <NativeSelect
            size="xs"
            w={150}
            aria-label={NAME}
            data={RETENTION_DAYS.map((days) => ({
              value: String(days),
              label: days === 0 ? 'Never' : `After ${days} days`,
            }))}
            value={String(settings.retentionDays)}
            onChange={(event) => {
              const days = RETENTION_DAYS.find((each) => String(each) === event.currentTarget.value);
              if (days !== undefined) choose(days);
            }}
          />
        </SettingRow>
      </div>
      <ErrorNotice error={save.error} />
    </Section>
  );
}
