import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Consent } from '../../../shared/submission.ts';
import { CopyIconButton } from '../copy/copy-icon-button.tsx';
import { ClippedText } from '../text/clipped-text.tsx';
import { formatDateTime } from '../time/format-time.ts';
import classes from './facts.module.css';

/** A framed list of {@link Fact}s, in as many columns as fit. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes['facts']}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** Adds a button that copies a text. */
  readonly copy?: readonly [name: string, text: string];
  readonly children: ReactNode;
}

export function Fact({ name, copy, children }: FactProps) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>
        <span className={classes['value']}>{children}</span>
        {copy && <CopyIconButton text={copy[1]} label={`Copy ${copy[0]}`} />}
      </dd>
    </div>
  );
}

/** A link to another page, as the value of a fact. */
export function FactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes['link']}>
      {children}
    </Link>
  );
}

/** The value of a fact that may be long: it wraps anywhere. */
export function LongValue({ children }: { children: ReactNode }) {
  return (
    <span className={classes['name']}>
      <bdi>{children}</bdi>
    </span>
  );
}

/** An id of the service, under the Library's name for it. */
export function NamedId({ name, id }: { name: string | null; id: string }) {
  return (
    <>
      {name !== null && <LongValue>{name}</LongValue>}
      <ClippedText mono dimmed={name !== null}>
        {id}
      </ClippedText>
    </>
  );
}

/** The day the candidate was told of the call. */
export function NoticeFact({ noticeOn }: { noticeOn: string }) {
  return <Fact name="Notice given on">{formatDay(noticeOn)}</Fact>;
}

function formatDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' });
}

/** The wording the candidate agreed to, and when the consent was recorded. */
export function ConsentFact({ consent: { at, wording } }: { consent: Consent }) {
  return (
    <Fact name="Consent">
      <span className={classes['name']} dir="auto">
        {wording}
      </span>
      <ClippedText dimmed>{formatDateTime(at)}</ClippedText>
    </Fact>
  );
}
