import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { HealthReport } from '../../../../shared/diagnostics.ts';
import { useBackup } from '../../../api/backup.ts';
import { useCheckDatabase, useClock, useDatabaseCheck, useHealth } from '../../../api/diagnostics.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { CheckRows } from '../check-row.tsx';
import { AboutSection } from './about-section.tsx';
import { AutomaticBackupsRow, stateOfBackups } from './automatic-backups-row.tsx';
import { ClockRow } from './clock-row.tsx';
import { CrashDumpsRow } from './crash-dumps-row.tsx';
import { DatabaseCheckRow } from './database-check-row.tsx';
import { DiagnosticsDialog } from './diagnostics-dialog.tsx';
import classes from './health.module.css';
import { statesOf, verdictOf } from './health-states.ts';
import { LogRow } from './log-row.tsx';
import { PutAsideRow } from './put-aside-row.tsx';
import { DatabaseSizeRow, KeyStoreRow, SandboxRow, SpaceRow } from './storage-rows.tsx';

/** Health checks, and diagnostics for support. */
export function HealthPart() {
  const { data, error, refetch } = useHealth();
  if (error) {
    const title = "Couldn't check Callboard's health.";
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  return data ? (
    <Health report={data} onAgain={() => void refetch()} />
  ) : (
    <Skeleton height={420} radius="md" />
  );
}

function Health({ report, onAgain }: { report: HealthReport; onAgain: () => void }) {
  const clock = useClock();
  const check = useDatabaseCheck();
  const backups = useBackup().data?.automatic;
  const checkDatabase = useCheckDatabase();
  const looking = clock.isFetching || check.data?.phase === 'running';
  const again = () => {
    onAgain();
    void clock.refetch();
    checkDatabase.mutate(false);
  };
  return (
    <>
      <Section
        title="Health"
        aside={
          <Button size="xs" variant="default" disabled={looking} onClick={again}>
            Check again
          </Button>
        }
      >
        <CheckRows
          verdict={
            looking
              ? 'Checking…'
              : verdictOf([...statesOf(report, clock.data, check.data), stateOfBackups(backups)])
          }
        >
          <DatabaseCheckRow health={report.database} />
          <DatabaseSizeRow health={report.database} />
          <SpaceRow health={report.space} />
          <ClockRow clock={clock.data} measuring={clock.isFetching} error={clock.error} />
          <KeyStoreRow health={report.keyStore} />
          <SandboxRow health={report.pageSandbox} />
          <AutomaticBackupsRow backups={backups} />
          <LogRow health={report.log} />
          <CrashDumpsRow health={report.crashDumps} />
          <PutAsideRow health={report.putAside} />
        </CheckRows>
      </Section>
      <DiagnosticsSection />
      <AboutSection report={report} />
    </>
  );
}

function DiagnosticsSection() {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Diagnostics"
      aside={
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Copy diagnostics
        </Button>
      }
    >
      <p className={classes['lead']}>
        A text for your support: versions, the results above, counts and the last lines of the log. It has no
        names, numbers or notes, and you can read it before you send it.
      </p>
      {open && <DiagnosticsDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}
