import { NativeSelect } from '@mantine/core';
import { RETENTION_DAYS, type RetentionBounds, withinBounds } from '../../../../shared/privacy.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { useChangeSettings } from '../../../api/settings.ts';
import { askToConfirm } from '../../../parts/confirm/ask-to-confirm.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { FixedMark } from '../../../parts/policy/fixed-mark.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { boundsWords } from '../bounds-words.ts';
import { SettingRow } from '../setting-row.tsx';
import classes from './privacy.module.css';
import { RetentionPreview } from './retention-preview.tsx';

const NAME = 'Erase finished requests';

/** After how long finished requests are erased. Turning it on or shortening it shows a preview first. */
export function RetentionSection({ settings }: { settings: Settings }) {
  const save = useChangeSettings();
  const { retention: bounds, managed } = useAppState().policy;
  const isBound = bounds !== null && !managed.includes('retentionDays');
  const choices = choicesWithin(bounds, settings.retentionDays);
  const choose = (retentionDays: number) => {
    const sooner =
      retentionDays !== 0 && (settings.retentionDays === 0 || retentionDays < settings.retentionDays);
    if (!sooner) {
      save.mutate({ retentionDays });
      return;
    }
    askToConfirm({
      title: `Erase finished requests after ${countOf(retentionDays, 'day')}?`,
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
          words="Completed requests with all their data, refused and discarded submissions, and rows of imported files that were never queued, this long after their last change. Never anything that is waiting, needs a decision or is not completed, and nothing under legal hold."
          setting="retentionDays"
        >
          <NativeSelect
            size="xs"
            w={150}
            aria-label={NAME}
            data={choices.map((days) => ({
              value: String(days),
              label: days === 0 ? 'Never' : `After ${countOf(days, 'day')}`,
            }))}
            value={String(settings.retentionDays)}
            onChange={(event) => {
              const days = choices.find((each) => String(each) === event.currentTarget.value);
              if (days !== undefined) choose(days);
            }}
          />
        </SettingRow>
        {isBound && <Bounds bounds={bounds} />}
      </div>
      <ErrorNotice error={save.error} />
    </Section>
  );
}

/** What a person can choose: the usual times within the bounds, the bounds themselves, and what is chosen already. */
function choicesWithin(bounds: RetentionBounds | null, chosen: number): number[] {
  if (bounds === null) return [...new Set([...RETENTION_DAYS, chosen])].toSorted(byLength);
  const { atLeastDays, atMostDays } = bounds;
  const allowed = [...RETENTION_DAYS, atLeastDays, ...(atMostDays === null ? [] : [atMostDays]), chosen];
  return [...new Set(allowed.map((days) => withinBounds(days, bounds)))].toSorted(byLength);
}

/** Never first, then the shortest. */
function byLength(one: number, other: number): number {
  return one - other;
}

/** Who set the bounds, and which. */
function Bounds({ bounds }: { bounds: RetentionBounds }) {
  return (
    <div className={classes['bounds']}>
      <FixedMark />
      <span className={classes['dim']}>{boundsWords(bounds)}</span>
    </div>
  );
}
