import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PolicyProblem } from '../../../../shared/policy.ts';
import { type SettingName, type Settings, type ShownValues, settingOf } from '../../../../shared/settings.ts';
import { policyWords } from '../../../../shared/words/policy-words.ts';
import { PART_WORDS } from '../../../../shared/words/rule-words.ts';
import { api, queries } from '../../../api/api.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { countOf, formatNumber } from '../../../parts/format.ts';
import { BulletList, Dim, Framed } from '../../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { boundsWords } from '../privacy/retention-section.tsx';
import classes from '../settings.module.css';
import { ruleWords } from '../workspace-rules-sections.tsx';

/** The organisation's policy on this computer: its source, its problems and what it sets. */
export function OrganisationPart() {
  const { policy } = useAppState();
  const read = useMutation({ mutationFn: api.managed.readPolicy });
  return (
    <>
      <Section
        title="Organisation"
        aside={
          <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
            Read the policy again
          </Button>
        }
      >
        <ErrorNotice error={read.error} />
        {policy.source === null ? (
          <Dim component="p" fz="sm">
            No policy is set on this computer.
          </Dim>
        ) : (
          <Stack gap={12}>
            <PolicyProblems problems={policy.problems} />
            <PolicySources />
          </Stack>
        )}
      </Section>
      {policy.source !== null && (
        <>
          <Connections />
          <FixedSettings />
          <FixedRules />
          <FixedMeanings />
        </>
      )}
    </>
  );
}

function PolicySources() {
  const { source, otherSources } = useAppState().policy;
  return (
    <Framed component="dl">
      <Fact name="Read from">
        <code dir="ltr" className={classes['code']}>
          {source}
        </code>
      </Fact>
      {otherSources.map((path) => (
        <Fact key={path} name="Not used">
          <code dir="ltr" className={classes['code']}>
            {path}
          </code>
        </Fact>
      ))}
    </Framed>
  );
}

function Connections() {
  const { policy, workspaces, managedWorkspaces } = useAppState();
  const { managed, held } = managedWorkspaces;
  const named = (ids: readonly string[]) => workspaces.filter(({ id }) => ids.includes(id));
  const issuers = named(managed).filter(({ issuer }) => issuer !== '');
  return (
    <Section title="Connections of the organisation">
      <Framed component="dl">
        <Fact name="Workspaces set by your organisation">
          <Names of={named(managed)} />
        </Fact>
        {issuers.map(({ id, name, issuer }) => (
          <Fact key={id} name={`Issuer of ${name}`}>
            <code dir="ltr" className={classes['code']}>
              {issuer}
            </code>
          </Fact>
        ))}
        {held.length > 0 && (
          <Fact name="Not allowed: read-only, sends nothing">
            <Names of={named(held)} />
          </Fact>
        )}
        <Fact name="Adding and changing connections">
          {policy.connectionsLocked ? 'Not allowed' : 'Allowed'}
        </Fact>
        <Fact name="Practice workspace">{policy.practiceAllowed ? 'Allowed' : 'Not allowed'}</Fact>
        <Fact name="Saving candidates’ data to files">
          {policy.exportsAllowed ? 'Allowed' : 'Not allowed'}
        </Fact>
      </Framed>
    </Section>
  );
}

function Names({ of: workspaces }: { of: readonly { readonly id: string; readonly name: string }[] }) {
  if (workspaces.length === 0) return 'None';
  return workspaces.map(({ id, name }) => (
    <div key={id} dir="auto">
      {name}
    </div>
  ));
}

function FixedSettings() {
  const { managed, retention } = useAppState().policy;
  const { data, error, refetch } = useQuery(queries.settings.get());
  return (
    <Section title="Settings of the organisation">
      <ErrorNotice error={error} title="Couldn't load the settings." onRetry={() => void refetch()} />
      {managed.length === 0 && retention === null ? (
        <Dim component="p" fz="sm">
          None. You can change every setting.
        </Dim>
      ) : (
        data && (
          <Framed
            component="dl"
            aria-label={`${countOf(managed.length + (retention ? 1 : 0), 'setting')} set`}
          >
            {retention && <Fact name="How long data is kept">{boundsWords(retention)}</Fact>}
            {managed.map((setting) => {
              const { name, value } = settingWords(setting, data);
              return (
                <Fact key={setting} name={name}>
                  <span dir="auto">{value}</span>
                </Fact>
              );
            })}
          </Framed>
        )
      )}
    </Section>
  );
}

function FixedRules() {
  const { managedRules, rules } = useAppState().policy;
  return (
    <Section title="Rules of the organisation">
      {managedRules.length === 0 ? (
        <Dim component="p" fz="sm">
          None. You can change the rules of each workspace.
        </Dim>
      ) : (
        <Framed component="dl" aria-label={`${countOf(managedRules.length, 'rule')} set`}>
          {managedRules.map((part) => (
            <Fact key={part} name={PART_WORDS[part].heading}>
              <span dir="auto">
                {ruleWords(part, rules) ?? 'As before, until the errors in the policy are corrected'}
              </span>
            </Fact>
          ))}
        </Framed>
      )}
    </Section>
  );
}

const MOST_LISTED = 20;

function FixedMeanings() {
  const { questionnaires, descriptionsLocked } = useAppState().policy;
  if (questionnaires.length === 0 && !descriptionsLocked) return null;
  const more = questionnaires.length - MOST_LISTED;
  return (
    <Section title="Questionnaires of the organisation">
      <Framed component="dl">
        <Fact name="What their results mean is set">
          {questionnaires.length === 0 && 'None'}
          {questionnaires.slice(0, MOST_LISTED).map((id) => (
            <div key={id}>
              <code dir="ltr" className={classes['code']}>
                {id}
              </code>
            </div>
          ))}
          {more > 0 && <div>And {countOf(more, 'more', 'more')}.</div>}
        </Fact>
        <Fact name="Describing others">
          {descriptionsLocked ? 'Not allowed until the policy is corrected' : 'Allowed'}
        </Fact>
      </Framed>
    </Section>
  );
}

/** A name and its value in a `dl`. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes['managedFact']}>
      <Text component="dt" inherit fw={500}>
        {name}
      </Text>
      <dd className={classes['managedValue']}>{children}</dd>
    </div>
  );
}

/** The errors in the policy, for its author. */
function PolicyProblems({ problems }: { problems: readonly PolicyProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="problem" title="The policy has errors">
      <p>
        The valid part applies. Until the rest is corrected, you can’t add or change connections, and anything
        it might forbid is not allowed. Show this to your IT department.
      </p>
      <BulletList aria-label="Errors in the policy">
        {problems
          .map((problem) => ({ where: problem.where, message: policyWords(problem) }))
          .map(({ where, message }) => (
            <li key={`${where} ${message}`}>
              <code dir="ltr" className={classes['code']}>
                {where === '' ? 'The whole policy' : where}
              </code>
              <span>{message}</span>
            </li>
          ))}
      </BulletList>
    </Notice>
  );
}

/** What a setting is called, and what its value means. */
function settingWords(setting: SettingName, settings: Settings): { name: string; value: string } {
  const { shown } = settingOf(setting);
  const value = settings[setting];
  return { name: shown?.fullName ?? shown?.name ?? setting, value: valueWords(shown?.values, value) };
}

function valueWords(values: ShownValues | undefined, value: unknown): string {
  if (values === undefined) return value === true ? 'Yes' : 'No';
  if ('choices' in values) return values.choices.find((choice) => choice.value === value)?.label ?? '';
  if ('none' in values) return value ? String(value) : values.none;
  return value === 0 && values.zero !== undefined
    ? values.zero
    : `${formatNumber(Number(value))}${values.unit}`;
}
