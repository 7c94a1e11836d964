import { Button } from '@mantine/core';
import {
  type AddressPurpose,
  type AddressRoute,
  type AddressTest,
  type RouteReason,
  routeWords,
} from '../../../../shared/network.ts';
import { useCancelNetworkTest, useNetworkTest, useStartNetworkTest } from '../../../api/network.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { HopList } from '../hop-list.tsx';
import classes from './network.module.css';

const REASONS: Readonly<Record<RouteReason, string>> = {
  this_computer: 'The address is this computer.',
  system: 'According to this computer’s settings.',
  manual: 'According to the proxy address above.',
  bypassed: 'It is in the list above.',
  no_proxy: 'No proxy is used.',
};

/** The addresses that Callboard connects to, each with its route and a test. */
export function AddressList({ addresses }: { addresses: readonly AddressRoute[] }) {
  return (
    <Section title="Addresses">
      {addresses.length === 0 ? (
        <p className={classes['note']}>There are none yet. Connect to your service first.</p>
      ) : (
        <ul className={classes['list']} aria-label="Addresses">
          {addresses.map((address) => (
            <Address key={address.url} address={address} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Address({ address: { url, purposes, route } }: { address: AddressRoute }) {
  const { data: test } = useNetworkTest();
  const start = useStartNetworkTest();
  const cancel = useCancelNetworkTest();
  const own = test && isSame(test.url, url) ? test : null;
  const isRunning = own?.state === 'running';
  return (
    <li>
      <div className={classes['item']}>
        <div className={classes['text']}>
          <div className={classes['url']}>{url}</div>
          <div className={classes['purposes']} dir="auto">
            {purposes.map(purposeWords).join(' · ')}
          </div>
          <div className={classes['way']}>
            {route
              ? `${routeWords(route)} ${REASONS[route.reason]}`
              : 'Couldn’t read the proxy settings, so the route is unknown.'}
          </div>
        </div>
        {isRunning ? (
          <Button
            size="xs"
            variant="default"
            aria-label={`Cancel the test of ${url}`}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
        ) : (
          <Button size="xs" variant="default" aria-label={`Test ${url}`} onClick={() => start.mutate(url)}>
            Test
          </Button>
        )}
      </div>
      {own && <TestOf test={own} />}
      <ErrorNotice error={start.error} />
    </li>
  );
}

const STATES: Readonly<Record<AddressTest['state'], string>> = {
  running: 'Testing …',
  ok: 'Every step worked.',
  failed: 'This step failed.',
  cancelled: 'Cancelled.',
};

/** The hops of a test so far, and its result. */
function TestOf({ test: { state, hops } }: { test: AddressTest }) {
  return (
    <div className={classes['test']}>
      <HopList hops={hops} running={state === 'running'} />
      <p className={classes['verdict']} role="status">
        {STATES[state]}
      </p>
    </div>
  );
}

/** Compares with the test's address, which is normalised. */
function isSame(tested: string, address: string): boolean {
  return URL.parse(address)?.href === tested;
}

function purposeWords({ kind, workspace }: AddressPurpose): string {
  return `${kind === 'service' ? 'Service address' : 'Sign-in address'} of ${workspace}`;
}
