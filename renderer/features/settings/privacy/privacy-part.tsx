import { Skeleton } from '@mantine/core';
import { usePrivacyState } from '../../../api/privacy.ts';
import { useSettings } from '../../../api/settings.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { DataFolderPart } from './data-folder.tsx';
import { ErasePerson } from './erase-person.tsx';
import { EvidenceSection } from './evidence-section.tsx';
import { HoldsSection } from './holds-section.tsx';
import { Receipts } from './receipts.tsx';
import { RetentionSection } from './retention-section.tsx';

/** Retention, holds, erasing a person, receipts, the evidence, and where data is stored. */
export function PrivacyPart() {
  const { data, error, refetch } = usePrivacyState();
  const settings = useSettings();
  return (
    <>
      {settings.data ? (
        <RetentionSection settings={settings.data} />
      ) : (
        !settings.error && <Skeleton height={90} radius="md" />
      )}
      <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />
      <HoldsSection />
      <ErasePerson putAside={data?.putAside.length ?? 0} />
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data && <Receipts receipts={data.receipts} />}
      <EvidenceSection />
      {data && <DataFolderPart state={data} />}
    </>
  );
}
