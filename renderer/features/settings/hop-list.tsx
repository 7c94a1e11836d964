import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { AuthorityOrigin, HopKind, HopResult, SeenCertificate } from '../../../shared/network.ts';
import { findingWords } from '../../../shared/words/finding-words.ts';
import classes from './hop-list.module.css';

const NAMES: Readonly<Record<HopKind, string>> = {
  route: 'Route',
  dns: 'Host name',
  tcp: 'Connection',
  proxy_tls: 'Secure connection to the proxy',
  proxy: 'Proxy',
  tls: 'Secure connection',
  http: 'Response',
};

interface HopListProps {
  readonly hops: readonly HopResult[];
  /** More hops may follow. */
  readonly running?: boolean;
}

/** The result of each hop on the way to an address. */
export function HopList({ hops, running = false }: HopListProps) {
  return (
    <ol className={classes['hops']} aria-busy={running}>
      {withKeys(hops).map(({ key, hop }) => (
        <Hop key={key} hop={hop} />
      ))}
    </ol>
  );
}

/** Numbers hops of the same kind and host, since two routes may share a host. */
function withKeys(hops: readonly HopResult[]): { key: string; hop: HopResult }[] {
  const seen = new Map<string, number>();
  return hops.map((hop) => {
    const name = `${hop.kind} ${hop.about}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { key: `${name} ${times}`, hop };
  });
}

function Hop({ hop }: { hop: HopResult }) {
  const { kind, about, state, ms, finding, certificate } = hop;
  const { words = '', nextStep } = finding ? findingWords(finding) : {};
  return (
    <li className={classes['hop']} data-state={state}>
      <HopMark state={state} />
      <div className={classes['text']}>
        <div className={classes['hopName']}>
          <span>
            {NAMES[kind]}
            {kind !== 'route' && <span className={classes['about']}>{about}</span>}
          </span>
          {ms !== null && <span className={classes['ms']}>{`${ms.toLocaleString()} ms`}</span>}
        </div>
        {words !== '' && <div className={classes['words']}>{words}</div>}
        {certificate && <Certificate certificate={certificate} />}
        {nextStep !== undefined && <div className={classes['next']}>{nextStep}</div>}
      </div>
    </li>
  );
}

function HopMark({ state }: Pick<HopResult, 'state'>) {
  if (state === 'running')
    return <Loader size={16} className={classes['mark']} role="img" aria-label="Trying…" />;
  const Icon = state === 'ok' ? IconCircleCheck : IconAlertTriangle;
  const label = state === 'ok' ? 'OK' : 'Problem';
  return <Icon size={16} className={classes['mark']} role="img" aria-label={label} />;
}

const ORIGINS: Readonly<Record<AuthorityOrigin, string>> = {
  built_in: 'built in',
  system: 'from this computer',
  added: 'from the added file',
};

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function Certificate({ certificate }: { certificate: SeenCertificate }) {
  const { subject, issuer, validUntil, authority } = certificate;
  const rows = [
    ['For', subject],
    ['Issued by', issuer],
    ['Valid until', DAY.format(validUntil)],
    ['Trusted by', authority ? `${authority.name} (${ORIGINS[authority.origin]})` : 'no known authority'],
  ] as const;
  return (
    <dl className={classes['certificate']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
