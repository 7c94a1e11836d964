import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { CheckPart, CheckPlan, CheckResult, CheckStep } from '../../../../shared/connection-check.ts';
import { CUSTOM_SCHEME_REDIRECT } from '../../../../shared/custom-scheme.ts';
import type { AuthorityOrigin, HopKind, HopResult, SeenCertificate } from '../../../../shared/network.ts';
import { findingWords } from '../../../../shared/words/finding-words.ts';
import type { RedirectWay, Workspace } from '../../../../shared/workspace.ts';
import { useAppState, useCurrentWorkspace, useWorkspace } from '../../../api/app-state.tsx';
import { useCopy } from '../../../parts/copy.tsx';
import { Dim, FramedRow, PlainList, Words } from '../../../parts/layout.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { CheckRow, CheckRows } from '../check-row.tsx';
import classes from './network.module.css';

const HEADING = 'Connection check';

const LEAD = 'Checks each step to the sign-in and the service. Sends nothing about candidates.';

/**
 * Checks each step of the open workspace's connection when asked to, or at once for a link to this section; shows the other
 * ways back from the browser.
 */
export function ConnectionCheck() {
  const { currentWorkspace } = useAppState();
  const isLinked = new URLSearchParams(useSearch()).get('section') === HEADING;
  const [asked, setAsked] = useState(false);
  const { data, error, refetch } = useQuery(useWorkspace().queries.connectionCheck.plan());
  if (error) {
    return (
      <ErrorNotice
        error={error}
        title="Couldn't prepare the connection check."
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height={260} radius="md" />;
  if (!isLinked && !asked) return <NotChecked onCheck={() => setAsked(true)} />;
  // The key restarts the check for another workspace or a changed address.
  return <Check key={`${currentWorkspace?.id} ${data.redirectUri}`} plan={data} />;
}

function NotChecked({ onCheck }: { onCheck: () => void }) {
  return (
    <Section
      title={HEADING}
      aside={
        <Button variant="default" onClick={onCheck}>
          Check the connection
        </Button>
      }
    >
      <Dim component="p" fz="sm" mb={8}>
        {LEAD}
      </Dim>
    </Section>
  );
}

function Check({ plan }: { plan: CheckPlan }) {
  const run = useConnectionCheck(plan);
  const { results, running, error, again } = run;
  return (
    <>
      <Section
        title={HEADING}
        aside={
          <Group gap={6}>
            {running === undefined && results.length > 0 && <CopyResults run={run} />}
            <Button variant="default" loading={running !== undefined} onClick={again}>
              Check again
            </Button>
          </Group>
        }
      >
        <Dim component="p" fz="sm" mb={8}>
          {LEAD}
        </Dim>
        <CheckRows verdict={verdictOf(run)}>
          {plan.parts.flatMap(({ part, steps }) =>
            steps.map((step) => (
              <CheckedStep
                key={step}
                step={step}
                result={results.find((result) => result.step === step)}
                running={running === part}
              />
            )),
          )}
        </CheckRows>
        <ErrorNotice error={error} title="The check couldn't continue." onRetry={again} />
      </Section>
      <OtherWays plan={plan} />
    </>
  );
}

function verdictOf({ results, running, error }: ConnectionCheckRun): string {
  if (running !== undefined) return 'Checking…';
  if (error !== null) return '';
  const problems = results.filter(({ state }) => state === 'problem').length;
  const unclear = results.filter(({ state }) => state === 'unclear').length;
  if (problems === 1) return '1 problem found.';
  if (problems > 1) return `${problems} problems found.`;
  if (unclear > 0) return 'No problems found, but some checks were inconclusive.';
  return 'No problems found.';
}

function CopyResults({ run }: { run: ConnectionCheckRun }) {
  const { copied, copy } = useCopy(textOf(run, useCurrentWorkspace()));
  return (
    <Button variant="default" onClick={copy}>
      {copied ? 'Copied' : 'Copy as text'}
    </Button>
  );
}

/** The results for a help desk, as they are on screen: addresses, but no client ID, secret, password or token. */
function textOf(run: ConnectionCheckRun, { baseUrl, authUrl, redirectUri }: Workspace): string {
  return [
    `Callboard connection check, ${new Date().toISOString()}`,
    `Service address: ${baseUrl}`,
    `Sign-in address: ${authUrl}`,
    `Redirect address: ${redirectUri}`,
    '',
    verdictOf(run),
    ...run.results.flatMap(({ step, state, finding, hops = [] }) => [
      '',
      `${NAMES[step]}: ${STATES[state]}`,
      ...hops.flatMap(({ kind, about, ms, finding: found, certificate }) => [
        `- ${kind === 'route' ? HOPS[kind] : `${HOPS[kind]} ${about}`} (${ms} ms): ${findingWords(found).words}`,
        ...(certificate ? factsOf(certificate).map(([name, fact]) => `  ${name}: ${fact}`) : []),
      ]),
      ...Object.values(findingWords(finding)).filter((words) => words !== undefined),
    ]),
  ].join('\n');
}

const NAMES: Readonly<Record<CheckStep, string>> = {
  sign_in: 'Sign-in page',
  clock: 'This computer’s clock',
  issuer: 'Issuer',
  link: 'Callboard links',
  instance: 'Links open in this window',
  port: 'Port of the redirect address',
  service: 'Service',
};

const STATES: Readonly<Record<CheckResult['state'], string>> = {
  ok: 'OK',
  unclear: 'unknown',
  problem: 'problem',
};

interface CheckedStepProps {
  readonly step: CheckStep;
  /** Undefined until the step has run. */
  readonly result: CheckResult | undefined;
  readonly running: boolean;
}

/** The result of one step, and what to do about it. */
function CheckedStep({ step, result, running }: CheckedStepProps) {
  if (!result) return <CheckRow name={NAMES[step]} state={running ? 'running' : 'waiting'} />;
  const { state, finding, hops = [] } = result;
  const { words, nextStep } = findingWords(finding);
  // The failed hop already shows this advice.
  const isSaidThere = hops.some((hop) => findingWords(hop.finding).nextStep === nextStep);
  return (
    <CheckRow name={NAMES[step]} state={state} words={words} next={isSaidThere ? undefined : nextStep}>
      {hops.length > 0 && (
        <PlainList component="ol">
          {withKeys(hops).map(({ key, hop }) => (
            <Hop key={key} hop={hop} />
          ))}
        </PlainList>
      )}
    </CheckRow>
  );
}

const HOPS: Readonly<Record<HopKind, string>> = {
  route: 'Route',
  dns: 'Host name',
  tcp: 'Connection',
  proxy_tls: 'Secure connection to the proxy',
  proxy: 'Proxy',
  tls: 'Secure connection',
  http: 'Response',
};

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

/** The result of one step on the way to an address. */
function Hop({ hop: { kind, about, state, ms, finding, certificate } }: { hop: HopResult }) {
  const { words, nextStep } = findingWords(finding);
  const Icon = state === 'ok' ? IconCircleCheck : IconAlertTriangle;
  return (
    <li className={classes['hop']} data-state={state}>
      <Icon size={16} className={classes['mark']} role="img" aria-label={state === 'ok' ? 'OK' : 'Problem'} />
      <Box flex={1} miw={0}>
        <div className={classes['hopName']}>
          <span>
            {HOPS[kind]}
            {kind !== 'route' && <span className={classes['about']}>{about}</span>}
          </span>
          <Dim fz="inherit" fw={400}>{`${ms.toLocaleString()} ms`}</Dim>
        </div>
        <Dim component="div">{words}</Dim>
        {certificate && (
          <dl className={classes['certificate']}>
            {factsOf(certificate).map(([name, fact]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{fact}</dd>
              </div>
            ))}
          </dl>
        )}
        {nextStep !== undefined && (
          <Text component="div" inherit fz="xs">
            {nextStep}
          </Text>
        )}
      </Box>
    </li>
  );
}

const ORIGINS: Readonly<Record<AuthorityOrigin, string>> = {
  built_in: 'built in',
  system: 'from this computer',
  added: 'from the added file',
};

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function factsOf({ subject, issuer, validUntil, authority }: SeenCertificate) {
  return [
    ['For', subject],
    ['Issued by', issuer],
    ['Valid until', DAY.format(validUntil)],
    ['Trusted by', authority ? `${authority.name} (${ORIGINS[authority.origin]})` : 'no known authority'],
  ] as const;
}

const WAYS: readonly { readonly way: RedirectWay; readonly name: string; readonly words: string }[] = [
  {
    way: 'custom_scheme',
    name: 'By Callboard’s own link',
    words: `Redirect address ${CUSTOM_SCHEME_REDIRECT}. The system passes the response to Callboard.`,
  },
  {
    way: 'loopback',
    name: 'By a local port',
    words:
      'Redirect address such as http://127.0.0.1:8934/callback. Callboard listens there while you sign in; no other program is involved.',
  },
  {
    way: 'paste',
    name: 'By copy and paste',
    words:
      'Works with any redirect address: when the browser stops there, copy the whole address and choose Paste return address.',
  },
];

/** The three ways back from the browser, in case the current one fails. */
function OtherWays({ plan }: { plan: CheckPlan }) {
  const workspace = useCurrentWorkspace();
  const { policy } = useAppState();
  const [, navigate] = useLocation();
  const signIn = useMutation({ mutationFn: useWorkspace().api.session.signIn });
  const editable = workspace.kind === 'service' && !policy.connectionsLocked;
  return (
    <Section title="Ways back from the browser">
      <PlainList framed>
        {WAYS.map(({ way, name, words }) => (
          <FramedRow key={way} component="li">
            <div>
              <Words component="div" fw={500}>
                {name}
                {way === plan.way && <span className={classes['used']}>used here</span>}
              </Words>
              <Dim component="div">{words}</Dim>
            </div>
            {way === 'paste' && (
              <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
                Sign in and paste
              </Button>
            )}
            {way !== 'paste' && way !== plan.way && editable && (
              <Button
                variant="default"
                aria-label={`Change the redirect address: ${name}`}
                onClick={() => navigate(`/connections/${workspace.id}`)}
              >
                Change
              </Button>
            )}
          </FramedRow>
        ))}
      </PlainList>
      <Dim component="p" mt={8}>
        The service must have registered exactly this redirect address. Ask its administrator to add one
        before you change it here.
      </Dim>
      <ErrorNotice error={signIn.error} />
    </Section>
  );
}

/** Progress of a connection check. */
interface ConnectionCheckRun {
  readonly results: readonly CheckResult[];
  /** The current part; undefined at the end. */
  readonly running: CheckPart | undefined;
  /** The error that stopped the check. */
  readonly error: unknown;
  again(): void;
}

/** Checks the parts one after the other, on mount and whenever `again` is called. */
function useConnectionCheck({ parts }: CheckPlan): ConnectionCheckRun {
  const { api } = useWorkspace();
  const [round, setRound] = useState(0);
  const [done, setDone] = useState<readonly (readonly CheckResult[])[]>([]);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    // Reads `round` because the effect depends on it; results of an earlier round are ignored.
    let current = round >= 0;
    const checkAll = async (): Promise<void> => {
      for (const { part } of parts) {
        const results = await api.connectionCheck.run({ part });
        if (!current) return;
        setDone((before) => [...before, results]);
      }
    };
    setDone([]);
    setError(null);
    checkAll().catch((reason: unknown) => current && setError(reason));
    return () => {
      current = false;
    };
  }, [api, parts, round]);
  const running = error === null ? parts[done.length]?.part : undefined;
  return { results: done.flat(), running, error, again: () => setRound((before) => before + 1) };
}
