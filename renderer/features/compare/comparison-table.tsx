import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconEqualNot, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { lastCall } from '../../../shared/call-timeline.ts';
import {
  type ComparedRow,
  type ComparedSection,
  compare,
  FACT_WORDS,
  type Fact,
} from '../../../shared/comparison.ts';
import type { ComparedValue } from '../../../shared/comparison-values.ts';
import { formatMinutes } from '../../../shared/format-minutes.ts';
import type { RequestDetail, ScreeningCall } from '../../../shared/request.ts';
import { colleagueLines } from '../../../shared/words/outcome-words.ts';
import { statusTitle, statusWords } from '../../../shared/words/status-words.ts';
import {
  formatDate,
  formatDateTime,
  formatIsoDateTime,
  formatNumber,
  formatSize,
} from '../../parts/format.ts';
import { PhoneText } from '../../parts/phone.tsx';
import { OutcomeBadge, ScaleBar, TagList } from '../../parts/status.tsx';
import { LongText } from '../../parts/text.tsx';
import { requestPath } from '../../routes/paths.ts';
import { useAnnotations } from '../requests/use-annotations.ts';
import { VerdictMark } from '../requests/verdict-mark.tsx';
import { VerdictPicker } from '../requests/verdict-picker.tsx';
import classes from './compare.module.css';

interface ComparisonTableProps {
  readonly requests: readonly RequestDetail[];
  readonly onlyDifferences: boolean;
  readonly onRemove: (requestId: string) => void;
}

/** Fields as rows, candidates as columns. The head and the first column are sticky. */
export function ComparisonTable({ requests, onlyDifferences, onRemove }: ComparisonTableProps) {
  const { facts, sections } = useMemo(() => compare(requests), [requests]);
  const shownFacts = facts.filter(({ differs }) => differs || !onlyDifferences);
  const shownSections = onlyDifferences ? differing(sections) : sections;
  return (
    <section className={classes['frame']} aria-label="Comparison" data-scroller>
      <table className={classes['table']} style={{ '--candidates': requests.length }}>
        <thead>
          <tr>
            <td className={classes['corner']} />
            {requests.map((request) => (
              <CandidateHead key={request.requestId} request={request} onRemove={onRemove} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shownFacts.map(({ fact, differs }) => (
            <tr key={fact}>
              <RowHead label={FACT_WORDS[fact]} differs={differs} />
              {requests.map((request) => (
                <td key={request.requestId} className={classes['cell']}>
                  <FactCell request={request} fact={fact} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {shownSections.map((section) => (
          <SectionRows key={section.headings.join('\n')} section={section} requests={requests} />
        ))}
      </table>
      {shownFacts.length === 0 && shownSections.length === 0 && (
        <p className={classes['same']}>These requests don't differ in anything.</p>
      )}
    </section>
  );
}

function differing(sections: readonly ComparedSection[]): readonly ComparedSection[] {
  return sections
    .map(({ headings, rows }) => ({ headings, rows: rows.filter(({ differs }) => differs) }))
    .filter(({ rows }) => rows.length > 0);
}

interface SectionRowsProps {
  readonly section: ComparedSection;
  readonly requests: readonly RequestDetail[];
}

function SectionRows({ section: { headings, rows }, requests }: SectionRowsProps) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={requests.length + 1} className={classes['heading']} dir="auto">
          <span className={classes['headingWords']}>
            {headings.length === 0 ? 'Assessment results' : headings.join(' › ')}
          </span>
        </th>
      </tr>
      {rows.map((row) => (
        <ResultRow key={row.path} row={row} requests={requests} />
      ))}
    </tbody>
  );
}

function ResultRow({ row, requests }: { row: ComparedRow; requests: readonly RequestDetail[] }) {
  return (
    <tr>
      <RowHead label={row.label} entry={row.entry} differs={row.differs} />
      {requests.map(({ requestId, covered, hasResults }, index) => {
        const best = row.best[index] === true;
        const described = row.described[index] ?? null;
        return (
          <td key={requestId} className={classes['cell']} data-best={best || undefined}>
            <div className={classes['value']}>
              <ComparedCell value={row.values[index] ?? null} isCovered={covered && hasResults} />
              {best && (
                <span className={classes['best']}>
                  <VisuallyHidden>, </VisuallyHidden>best
                </span>
              )}
            </div>
            {described && <ScaleBar value={described} />}
          </td>
        );
      })}
    </tr>
  );
}

interface RowHeadProps {
  readonly label: string;
  /** The question, skill or list index the field belongs to. */
  readonly entry?: string | null;
  readonly differs: boolean;
}

/** The name of a row's field, and a mark if the candidates differ in it. */
function RowHead({ label, entry = null, differs }: RowHeadProps) {
  return (
    <th scope="row" className={classes['rowHead']} data-differs={differs || undefined}>
      <span className={classes['rowLine']}>
        <span className={classes['rowWords']}>
          {entry !== null && (
            <span className={classes['entry']} dir="auto" title={entry}>
              {entry}
            </span>
          )}
          <span className={classes['label']} dir="auto">
            {label}
          </span>
        </span>
        {differs && (
          <span className={classes['differsMark']} title="Candidates differ in this field">
            <IconEqualNot size={14} role="img" aria-label="(differs)" />
          </span>
        )}
      </span>
    </th>
  );
}

interface CandidateHeadProps {
  readonly request: RequestDetail;
  readonly onRemove: (requestId: string) => void;
}

/** The head of a candidate's column, with a link to the request and a button that removes it from the comparison. */
function CandidateHead({ request, onRemove }: CandidateHeadProps) {
  const { requestId, candidateName, phoneNumber } = request;
  return (
    <th scope="col" className={classes['candidate']}>
      <div className={classes['candidateLine']}>
        <Link
          href={requestPath(requestId)}
          className={classes['candidateName'] ?? ''}
          dir="auto"
          title={candidateName}
        >
          {candidateName}
        </Link>
        <ActionIcon
          size="sm"
          className={classes['removeCandidate'] ?? ''}
          aria-label={`Remove ${candidateName} from the comparison`}
          title="Remove from the comparison"
          onClick={() => onRemove(requestId)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </div>
      <span className={classes['candidatePhone']}>
        <PhoneText e164={phoneNumber} />
      </span>
    </th>
  );
}

/** One value of a result in a comparison. Text from the service is never treated as markup. */
function ComparedCell({
  value,
  isCovered,
}: {
  readonly value: ComparedValue | null;
  readonly isCovered: boolean;
}) {
  if (value === null) return <Missing words={isCovered ? COVERED : 'not in this result'} />;
  switch (value.kind) {
    case 'text':
      return <LongText text={value.text} brief />;
    case 'lines':
      return <LongText text={value.lines.join('\n')} brief />;
    case 'number':
      return <span className={classes['number']}>{String(value.value)}</span>;
    case 'yes_no':
      return value.yes ? 'Yes' : 'No';
    case 'date':
      return value.dayOnly ? formatDate(value.at) : formatDateTime(value.at);
    case 'duration':
      return value.ms < 60_000 ? `${value.ms / 1000} s` : formatMinutes(value.ms / 60_000);
    case 'link':
      return <span dir="ltr">{value.href}</span>;
    case 'data':
      return <span className={classes['dimmed']}>Encoded data, {formatSize(value.bytes)}</span>;
    case 'more':
      return <span className={classes['dimmed']}>{value.text}</span>;
  }
}

function headlineMissing({ covered, hasResults }: RequestDetail): string {
  if (!hasResults) return 'no results';
  return !covered ? 'no score' : COVERED;
}

/** A fact about a request besides its results. */
function FactCell({ request, fact }: { request: RequestDetail; fact: Fact }) {
  switch (fact) {
    case 'outcome':
      return <OutcomeBadge outcome={request.outcome} tries={request.tries} status={request.status} />;
    case 'headline':
      return request.headline === null ? (
        <Missing words={headlineMissing(request)} />
      ) : (
        <span className={classes['number']} dir="auto">
          {request.headline}
        </span>
      );
    case 'verdict':
      return <VerdictCell request={request} />;
    case 'tags':
      return request.tags.length === 0 ? <Missing words="no tags" /> : <TagList tags={request.tags} wrap />;
    case 'notes':
      return request.notes.trim() === '' ? (
        <Missing words="no notes" />
      ) : (
        <LongText text={request.notes} brief />
      );
    case 'colleagues': {
      const lines = colleagueLines(request);
      return lines.length === 0 ? <Missing words="nothing" /> : <LongText text={lines.join('\n')} brief />;
    }
    case 'calls':
      return <span className={classes['number']}>{formatNumber(request.callCount)}</span>;
    case 'lastCall':
      return <LastCall call={lastCall(request.screeningCalls)} />;
    case 'job':
      return <span dir="auto">{request.jobName ?? request.jobDescriptionId}</span>;
    case 'questionnaire':
      return <span dir="auto">{request.questionnaireName ?? request.questionnaireTemplateId}</span>;
    case 'accepted':
      return formatDateTime(request.acceptedAt);
    case 'by':
      return <bdi>{request.by ?? 'You'}</bdi>;
  }
}

function LastCall({ call }: { call: ScreeningCall | undefined }) {
  if (!call) return <Missing words="no calls" />;
  const { timestamp, durationMinutes, status } = call;
  return (
    <>
      {timestamp !== null && <div>{formatIsoDateTime(timestamp)}</div>}
      <div className={classes['dimmed']} dir="auto" title={status === null ? undefined : statusTitle(status)}>
        {[
          durationMinutes === null ? null : formatMinutes(durationMinutes),
          status === null ? null : statusWords(status),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </>
  );
}

/** The recruiter's verdict, which can be changed here; in print only its word. */
function VerdictCell({ request }: { request: RequestDetail }) {
  const { verdict, candidateName } = request;
  const { setVerdict } = useAnnotations(request);
  return (
    <>
      <div className={classes['picker']}>
        <VerdictPicker
          size="sm"
          label={`Verdict on ${candidateName}`}
          value={verdict}
          onChange={(verdict) => setVerdict(verdict)}
        />
      </div>
      <div className={classes['printed']}>
        {verdict === 'none' ? <Missing words="no verdict" /> : <VerdictMark verdict={verdict} />}
      </div>
    </>
  );
}

/** In place of a value that isn't shown yet. */
const COVERED = 'covered until you give a verdict';

/** A missing value: a dash on screen, words for screen readers; what is covered, in words for all. */
function Missing({ words }: { words: string }) {
  if (words === COVERED) return <span className={classes['dimmed']}>Covered until you give a verdict</span>;
  return (
    <span className={classes['dimmed']}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
