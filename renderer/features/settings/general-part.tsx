import { Skeleton } from '@mantine/core';
import { useAppState, useCurrentWorkspace } from '../../api/app-state.tsx';
import { useRules } from '../../api/rules.ts';
import { useSettings } from '../../api/settings.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { SettingsForm } from './settings-form.tsx';
import classes from './settings-page.module.css';
import { WorkspaceRulesSections } from './workspace-rules-sections.tsx';

/** Preferences, and the rules of the open workspace. */
export function GeneralPart() {
  const { version } = useAppState();
  const { data, error, refetch } = useSettings();
  return (
    <>
      <ErrorNotice error={error} title="Couldn't load the settings." onRetry={() => void refetch()} />
      {data ? <SettingsForm settings={data} /> : !error && <Skeleton height={260} radius="md" />}
      <OpenWorkspaceRules />
      <Section title="About">
        <p className={classes['about']}>Callboard {version}</p>
      </Section>
    </>
  );
}

function OpenWorkspaceRules() {
  const { id } = useCurrentWorkspace();
  const { data, error, refetch } = useRules();
  if (error) {
    const title = "Couldn't load the rules of this workspace.";
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  // The key gives each workspace a form of its own.
  return data ? <WorkspaceRulesSections key={id} rules={data} /> : <Skeleton height={160} radius="md" />;
}
