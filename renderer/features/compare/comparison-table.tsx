import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { type ComparedRow, type ComparedSection, compare, FACT_WORDS } from '../../../shared/comparison.ts';
import type { RequestDetail } from '../../../shared/request.ts';
import { ScaleBar } from '../../parts/assessment/scale-bar.tsx';
import { CandidateHead } from './candidate-head.tsx';
import { ComparedCell } from './compared-cell.tsx';
import classes from './comparison-table.module.css';
import { FactCell } from './fact-cell.tsx';
import { RowHead } from './row-head.tsx';

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
              <ComparedCell
                value={row.values[index] ?? null}
                isCovered={covered !== 'nothing' && hasResults}
              />
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
