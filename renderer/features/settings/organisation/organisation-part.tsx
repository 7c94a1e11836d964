import { Button } from '@mantine/core';
import { useAppState } from '../../../api/app-state.tsx';
import { useReadPolicy } from '../../../api/policy.ts';
import { useSettings } from '../../../api/settings.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { boundsWords } from '../bounds-words.ts';
import { Fact } from './fact.tsx';
import classes from './organisation.module.css';
import { PolicyProblems } from './policy-problems.tsx';
import { RULE_NAMES, ruleWords } from './rule-words.ts';
import { settingWords } from './setting-words.ts';

/** The organisation's policy on this computer: its source, its problems and what it sets. */
export function OrganisationPart() {
  const { policy } = useAppState();
  const read = useReadPolicy();
  return (
    <>
      <Section
        title="Organisation"
        aside={
          <Button size="xs" variant="default" loading={read.isPending} onClick={() => read.mutate()}>
            Read the policy again
          </Button>
        }
      >
        <ErrorNotice error={read.error} />
        {policy.source === null ? (
          <p className={classes['lead']}>
            No policy is set on this computer. You can change every setting and connection.
          </p>
        ) : (
          <div className={classes['stack']}>
            <PolicyProblems problems={policy.problems} />
            <PolicySources />
          </div>
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
    <dl className={classes['facts']}>
      <Fact name="Read from">
        <code dir="ltr" className={classes['place']}>
          {source}
        </code>
      </Fact>
      {otherSources.map((path) => (
        <Fact key={path} name="Not used">
          <code dir="ltr" className={classes['place']}>
            {path}
          </code>
        </Fact>
      ))}
    </dl>
  );
}

function Connections() {
  const { policy, workspaces, managedWorkspaces } = useAppState();
  const { managed, held } = managedWorkspaces;
  const named = (ids: readonly string[]) => workspaces.filter(({ id }) => ids.includes(id));
  const issuers = named(managed).filter(({ issuer }) => issuer !== '');
  return (
    <Section title="Connections of the organisation">
      <dl className={classes['facts']}>
        <Fact name="Workspaces set by your organisation">
          <Names of={named(managed)} />
        </Fact>
        {issuers.map(({ id, name, issuer }) => (
          <Fact key={id} name={`Issuer of ${name}`}>
            <code dir="ltr" className={classes['place']}>
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
      </dl>
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
  const { data, error, refetch } = useSettings();
  return (
    <Section title="Settings of the organisation">
      <ErrorNotice error={error} title="Couldn't load the settings." onRetry={() => void refetch()} />
      {managed.length === 0 && retention === null ? (
        <p className={classes['lead']}>None. You can change every setting.</p>
      ) : (
        data && (
          <dl
            className={classes['facts']}
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
          </dl>
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
        <p className={classes['lead']}>None. You can change the rules of each workspace.</p>
      ) : (
        <dl className={classes['facts']} aria-label={`${countOf(managedRules.length, 'rule')} set`}>
          {managedRules.map((part) => (
            <Fact key={part} name={RULE_NAMES[part]}>
              <span dir="auto">{ruleWords(part, rules)}</span>
            </Fact>
          ))}
        </dl>
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
      <dl className={classes['facts']}>
        <Fact name="What their results mean is set">
          {questionnaires.length === 0 && 'None'}
          {questionnaires.slice(0, MOST_LISTED).map((id) => (
            <div key={id}>
              <code dir="ltr" className={classes['place']}>
                {id}
              </code>
            </div>
          ))}
          {more > 0 && <div>And {countOf(more, 'more', 'more')}.</div>}
        </Fact>
        <Fact name="Describing others">
          {descriptionsLocked ? 'Not allowed until the policy is corrected' : 'Allowed'}
        </Fact>
      </dl>
    </Section>
  );
}
