import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgePolicy } from '../../../electron/policy/judge-policy.ts';
import { policyRules } from '../../../electron/policy/policy-rules.ts';
import { policySchema } from '../../../electron/policy/policy-schema.ts';
import { POLICY_SETTINGS } from '../../../electron/policy/policy-settings.ts';
import { readPolicyText } from '../../../electron/policy/policy-text.ts';
import { readRegistryOutput } from '../../../electron/policy/registry-output.ts';
import { policyFiles } from '../../../scripts/policy-files.ts';
import { RULE_PARTS } from '../../../shared/workspace-rules.ts';
import { elementsNamed, parseXml, plistValue, type XmlElement } from './xml-tree.ts';

const folder = join(import.meta.dirname, '../../../docs/managed');
const published = (name: string) => readFileSync(join(folder, name), 'utf8');
const attribute = (element: XmlElement, name: string) => element.attributes.get(name) ?? '';

test.each(Object.keys(policyFiles()))(
  '%s is up to date (else: node scripts/make-policy-schema.ts)',
  (name) => {
    expect(published(name)).toBe(policyFiles()[name]);
  },
);

test('the sample policy is valid and uses every name', () => {
  const found = readPolicyText(readFileSync(join(folder, 'policy.json')));
  if (found.kind !== 'document') throw new Error(`It is ${found.kind}.`);
  expect(policySchema.safeParse(found.document).error).toBeUndefined();
  const policy = judgePolicy(found.document);
  expect(policy.problems).toEqual([]);
  expect([...policy.fixed].sort()).toEqual(POLICY_SETTINGS.map(({ setting }) => setting).sort());
  expect(Object.keys(policy.rules.values).sort()).toEqual([...RULE_PARTS].sort());
  expect(Object.keys(Object(found.document))).toEqual(Object.keys(policySchema.shape));
});

test('the documentation names every setting that a policy may fix, and every rule', () => {
  const table = readFileSync(join(folder, '../managed.md'), 'utf8');
  const rows = new Map(
    [...table.matchAll(/^\| `(\w+)` \|(.*)$/gm)].map(([, name = '', row = '']) => [name, row]),
  );
  for (const { path } of POLICY_SETTINGS) {
    const [group = '', member] = path.split('.');
    expect(rows.has(group), path).toBe(true);
    if (member !== undefined) expect(rows.get(group), path).toContain(`\`${member}\``);
  }
  for (const rule of Object.keys(policyRules.shape)) expect(rows.has(rule), rule).toBe(true);
});

test('the sample macOS profile is well-formed, equals the sample policy and contains no secret', () => {
  const [root] = parseXml(published('callboard.mobileconfig')).children;
  const profile: unknown = root && plistValue(root);
  const content: unknown = Reflect.get(Object(profile), 'PayloadContent');
  const payload: unknown = Array.isArray(content) ? content[0] : undefined;
  expect(payload).toMatchObject({ PayloadType: 'app.callboard' });
  const own = Object.entries(Object(payload)).filter(([name]) => !name.startsWith('Payload'));
  const policy = judgePolicy(Object.fromEntries(own));
  expect(policy.problems).toEqual([]);
  expect(own.map(([name]) => name)).toEqual(
    Object.keys(policySchema.shape).filter((name) => name !== '$schema'),
  );
  expect([...policy.fixed].sort()).toEqual(POLICY_SETTINGS.map(({ setting }) => setting).sort());
  expect(Object.keys(policy.rules.values).sort()).toEqual([...RULE_PARTS].sort());
  expect(published('callboard.mobileconfig')).not.toContain('client_secret');
});

test('the Windows templates are well-formed and have no dangling references', () => {
  const admx = parseXml(published('Callboard.admx'));
  const adml = parseXml(published('en-US/Callboard.adml'));
  const strings = new Set(elementsNamed(adml, 'string').map((each) => attribute(each, 'id')));
  const presentations = elementsNamed(adml, 'presentation');
  const used = [...published('Callboard.admx').matchAll(/\$\((string|presentation)\.(\w+)\)/g)];
  expect(used.length).toBeGreaterThan(60);
  for (const [, kind, id = ''] of used) {
    const known = kind === 'string' ? strings : new Set(presentations.map((each) => attribute(each, 'id')));
    expect(known).toContain(id);
  }
  const policies = elementsNamed(admx, 'policy');
  const names = policies.map((each) => attribute(each, 'name'));
  expect(new Set(names).size).toBe(names.length);
  for (const policy of policies) {
    const elements = elementsNamed(policy, 'elements')[0]?.children ?? [];
    const form = presentations.find((each) => attribute(each, 'id') === attribute(policy, 'name'));
    expect(form?.children.map((each) => attribute(each, 'refId')) ?? []).toEqual(
      elements.map((each) => attribute(each, 'id')),
    );
  }
});

test('the registry values the templates write are a valid policy with every name', () => {
  const policies = elementsNamed(parseXml(published('Callboard.admx')), 'policy');
  const byKey = new Map<string, string[]>();
  for (const policy of policies) {
    if (attribute(policy, 'name') === 'Policy') continue;
    const elements = elementsNamed(policy, 'elements')[0]?.children ?? [policy];
    for (const element of elements) {
      const key = attribute(element, 'key') || attribute(policy, 'key');
      const line = `    ${attribute(element, 'valueName')}    ${writtenBy(element)}`;
      byKey.set(key, [...(byKey.get(key) ?? []), line]);
    }
  }
  const output = [...byKey]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, lines]) => [`HKEY_LOCAL_MACHINE\\${key}`, ...lines, '']);
  const found = readRegistryOutput(output.flat().join('\r\n'));
  if (found.kind !== 'document') throw new Error(`It is ${found.kind}.`);
  const policy = judgePolicy(found.document, found.problems);
  expect(policy.problems).toEqual([]);
  expect(policy).toMatchObject({ locked: true, connections: [] });
  expect([...policy.fixed].sort()).toEqual(POLICY_SETTINGS.map(({ setting }) => setting).sort());
  expect(Object.keys(policy.rules.values).sort()).toEqual([...RULE_PARTS].sort());
});

const LISTS = new Map([
  ['weekdays', '1'],
  ['allowed_countries', '"DE"'],
]);
const TEXTS = {
  from: '08:00',
  until: '18:00',
  address: 'proxy.example.com:8080',
  file: '/etc/callboard/do-not-call.csv',
  default_time_zone: 'Europe/Berlin',
  default_country: 'DE',
};

/** The registry value Windows writes for a form’s first choice, or its largest number: a floor then allows the retention. */
function writtenBy(element: XmlElement): string {
  switch (element.name) {
    case 'policy':
    case 'boolean':
      return 'REG_DWORD    0x1';
    case 'decimal':
      return `REG_DWORD    0x${Number(attribute(element, 'maxValue')).toString(16)}`;
    case 'multiText':
      return `REG_MULTI_SZ    [${LISTS.get(attribute(element, 'valueName')) ?? ''}\\0]`;
    case 'enum': {
      const value = elementsNamed(element, 'value')[0]?.children[0];
      return value?.name === 'decimal'
        ? `REG_DWORD    ${attribute(value, 'value')}`
        : `REG_SZ    ${value?.text}`;
    }
    default:
      return `REG_SZ    ${textFor(attribute(element, 'valueName'))}`;
  }
}

function textFor(valueName: string): string {
  const texts = new Map(Object.entries(TEXTS));
  return texts.get(valueName) ?? 'example';
}
