import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { useAppState, useCurrentWorkspace } from '../../api/app-state.tsx';
import { useRules } from '../../api/rules.ts';
import { useSettings } from '../../api/settings.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { Page } from '../../shell/page.tsx';
import { SettingsForm } from './settings-form.tsx';
import classes from './settings-page.module.css';
import { WorkspaceList } from './workspace-list.tsx';
import { WorkspaceRulesSections } from './workspace-rules-sections.tsx';

/** What a person can set on this computer. */
export function SettingsPage() {
  const { version } = useAppState();
  const { data, error, refetch } = useSettings();
  const [, navigate] = useLocation();
  return (
    <Page title="Settings" layout="read">
      <div className={classes['sections']}>
        <ErrorNotice error={error} title="The settings could not be loaded." onRetry={() => void refetch()} />
        {data ? <SettingsForm settings={data} /> : !error && <Skeleton height={260} radius="md" />}
        <OpenWorkspaceRules />
        <Section
          title="Workspaces"
          aside={
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={() => navigate('/connect')}
            >
              Add a connection
            </Button>
          }
        >
          <WorkspaceList />
        </Section>
        <Section title="About">
          <p className={classes['about']}>Callboard {version}</p>
        </Section>
      </div>
    </Page>
  );
}

function OpenWorkspaceRules() {
  const { id } = useCurrentWorkspace();
  const { data, error, refetch } = useRules();
  if (error) {
    const title = 'The rules of this workspace could not be loaded.';
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  // Another workspace is another form.
  return data ? <WorkspaceRulesSections key={id} rules={data} /> : <Skeleton height={160} radius="md" />;
}
