import { Button } from '@mantine/core';
import type { HealthReport } from '../../../../shared/diagnostics.ts';
import { useShowFolder } from '../../../api/diagnostics.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import classes from './health.module.css';

/** Versions, and where the files are. */
export function AboutSection({ report: { versions, dataFolder } }: { report: HealthReport }) {
  const show = useShowFolder();
  const facts = [
    ['Callboard', versions.callboard],
    ['Electron', versions.electron],
    ['Chromium', versions.chromium || 'none'],
    ['Node', versions.node],
    ['SQLite', versions.sqlite],
    ['System', versions.system],
    ['Files', dataFolder],
  ] as const;
  return (
    <Section
      title="About this installation"
      aside={
        <Button size="xs" variant="default" onClick={() => show.mutate('data')}>
          Show files
        </Button>
      }
    >
      <dl className={classes['facts']}>
        {facts.map(([name, fact]) => (
          <Fact key={name} name={name} fact={fact} />
        ))}
      </dl>
      <ErrorNotice error={show.error} />
    </Section>
  );
}

function Fact({ name, fact }: { name: string; fact: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{fact}</dd>
    </>
  );
}
