import { Button, Group } from '@mantine/core';
import { useRef } from 'react';
import type { TrustState } from '../../../../shared/network.ts';
import { certificateWords, systemAuthoritiesWords } from '../../../../shared/words/certificate-words.ts';
import { useChooseCertificateFile, useRemoveCertificateFile } from '../../../api/network.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Notice } from '../../../parts/notice/notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { ClippedText } from '../../../parts/text/clipped-text.tsx';
import { SettingRow } from '../setting-row.tsx';
import formClasses from '../settings-form.module.css';
import classes from './network.module.css';

/** The certificate authorities in use, and the file that adds to them. */
export function CertificateSettings({ trust }: { trust: TrustState }) {
  const choose = useChooseCertificateFile();
  const remove = useRemoveCertificateFile();
  const { file } = trust;
  // Gets the focus after the Remove button disappears.
  const add = useRef<HTMLButtonElement>(null);
  return (
    <Section title="Certificates">
      <div className={formClasses['rows']}>
        <SettingRow
          name="Added certificate authorities"
          words="A PEM file from your IT department, for networks that inspect secure connections."
          setting="certificateFile"
        >
          <Group gap={6}>
            <Button ref={add} size="xs" variant="default" onClick={() => choose.mutate()}>
              {file ? 'Choose another file' : 'Add a file'}
            </Button>
            {file && (
              <Button
                size="xs"
                variant="default"
                onClick={() => remove.mutate(undefined, { onSuccess: () => add.current?.focus() })}
              >
                Remove file
              </Button>
            )}
          </Group>
        </SettingRow>
        {file && (
          <div className={classes['file']}>
            <ClippedText mono>{file.path}</ClippedText>
            <span className={classes['count']}>{authorities(file.added)} in use</span>
          </div>
        )}
      </div>
      {file && file.problems.length > 0 && (
        <div className={classes['problems']}>
          <Notice tone="warning" title="Some certificates in this file can't be used.">
            <ul>
              {file.problems.map(certificateWords).map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {trust.systemProblem !== null && (
        <Notice tone="warning" title={systemAuthoritiesWords(trust.systemProblem)} />
      )}
      <ErrorNotice error={choose.error ?? remove.error} />
      <p className={classes['note']}>
        Always in use: {authorities(trust.builtIn)} included with Callboard, and {trust.system} from this
        computer. Certificates are checked on every connection; this can’t be turned off.
      </p>
    </Section>
  );
}

function authorities(count: number): string {
  return count === 1 ? '1 authority' : `${count} authorities`;
}
