/** Windows administrative templates (ADMX and ADML), generated from the policy schema. */
import { z } from 'zod';
import { policySchema } from '../electron/policy/policy-schema.ts';

/** The part of JSON Schema that the policy uses. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A policy setting and its registry location. */
interface Entry {
  /** Path such as `updates.mode`. */
  readonly path: string;
  readonly key: string;
  readonly name: string;
  /** Category; empty for the top level. */
  readonly group: string;
  readonly schema: Schema;
}

const KEY = 'SOFTWARE\\Policies\\Callboard';

/** The whole policy as JSON in one value, for settings that a form can't express. */
const WHOLE: Entry = {
  path: 'Policy',
  key: KEY,
  name: 'Policy',
  group: '',
  schema: {
    type: 'array',
    description: 'The whole policy as JSON, instead of all others here. See managed.md.',
  },
};

const CATEGORIES: Readonly<Record<string, string>> = {
  '': 'Callboard',
  do_not_call: 'Do not call',
  rules: 'Rules of workspaces',
  retention: 'Retention',
  updates: 'Updates',
  proxy: 'Proxy',
  notifications: 'Notifications',
};

function entries(): readonly Entry[] {
  // Use the published JSON: zod's type has more than is needed here.
  const schema: Schema = JSON.parse(JSON.stringify(z.toJSONSchema(policySchema, { io: 'input' })));
  return [WHOLE, ...members(schema, '', KEY)];
}

function members({ properties = {} }: Schema, group: string, key: string): Entry[] {
  return Object.entries(properties)
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, schema]) =>
      group === '' && schema.type === 'object'
        ? members(schema, name, `${key}\\${name}`)
        : [{ path: group === '' ? name : `${group}.${name}`, key, name, group, schema }],
    );
}

/** `Callboard.admx`: the settings. */
export function admx(): string {
  const policies = entries().map(policyElement).join('\n');
  const categories = Object.keys(CATEGORIES)
    .map((group) =>
      group === ''
        ? '    <category name="Callboard" displayName="$(string.category)" />'
        : `    <category name="Callboard_${group}" displayName="$(string.category_${group})">
      <parentCategory ref="Callboard" />
    </category>`,
    )
    .join('\n');
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" revision="1.0" schemaVersion="1.0" xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions">
  <policyNamespaces>
    <target prefix="callboard" namespace="Callboard.Policies" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="supported" displayName="$(string.supported)" />
    </definitions>
  </supportedOn>
  <categories>
${categories}
  </categories>
  <policies>
${policies}
  </policies>
</policyDefinitions>
`;
}

function policyElement(entry: Entry): string {
  const { path, key, name, group, schema } = entry;
  const id = idOf(path);
  const yesOrNo = schema.type === 'boolean';
  const form = yesOrNo ? `valueName="${name}"` : `presentation="$(presentation.${id})"`;
  const content = yesOrNo
    ? `      <enabledValue><decimal value="1" /></enabledValue>
      <disabledValue><decimal value="0" /></disabledValue>`
    : `      <elements>
${elementsOf(entry).join('\n')}
      </elements>`;
  return `    <policy name="${id}" class="Both" displayName="$(string.${id})" explainText="$(string.${id}_explain)" key="${key}" ${form}>
      <parentCategory ref="${group === '' ? 'Callboard' : `Callboard_${group}`}" />
      <supportedOn ref="supported" />
${content}
    </policy>`;
}

/** The form elements of a setting; for an object, one per member, under its own registry key. */
function elementsOf({ path, key, name, schema }: Entry): string[] {
  const { properties } = schema;
  if (!properties) return [elementOf(idOf(path), `valueName="${name}"`, path, schema)];
  return Object.entries(properties).map(([member, its]) => {
    const place = `key="${key}\\${name}" valueName="${member}"`;
    return elementOf(idOf(`${path}.${member}`), place, `${path}.${member}`, its);
  });
}

function elementOf(id: string, place: string, path: string, schema: Schema): string {
  const start = `id="${id}" ${place}`;
  if (schema.enum) {
    const items = schema.enum.map((value) => {
      const written =
        typeof value === 'number' ? `<decimal value="${value}" />` : `<string>${value}</string>`;
      return `          <item displayName="$(string.${choiceId(path, value)})"><value>${written}</value></item>`;
    });
    return `        <enum ${start} required="true">\n${items.join('\n')}\n        </enum>`;
  }
  switch (schema.type) {
    case 'boolean':
      return `        <boolean ${start}>
          <trueValue><decimal value="1" /></trueValue>
          <falseValue><decimal value="0" /></falseValue>
        </boolean>`;
    case 'integer':
      return `        <decimal ${start} required="true" minValue="${schema.minimum}" maxValue="${schema.maximum}" />`;
    case 'array':
      return `        <multiText ${start} required="true" />`;
    default:
      return `        <text ${start} required="true" maxLength="${schema.maxLength ?? 1023}" />`;
  }
}

/** `en-US/Callboard.adml`: the texts. */
export function adml(): string {
  const all = entries();
  const strings = [
    ['supported', 'Callboard 0.1 or later'],
    ...Object.entries(CATEGORIES).map(([group, words]) => [
      group === '' ? 'category' : `category_${group}`,
      words,
    ]),
    ...all.flatMap(({ path, schema }) => [
      [idOf(path), path],
      [`${idOf(path)}_explain`, schema.description ?? ''],
      ...choices(path, schema),
    ]),
  ];
  const table = strings.map(([id, words]) => `      <string id="${id}">${escaped(words ?? '')}</string>`);
  const forms = all.filter(({ schema }) => schema.type !== 'boolean').map(presentationOf);
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" revision="1.0" schemaVersion="1.0" xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions">
  <displayName>Callboard</displayName>
  <description>What an organisation sets for Callboard.</description>
  <resources>
    <stringTable>
${table.join('\n')}
    </stringTable>
    <presentationTable>
${forms.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

function choices(path: string, schema: Schema): string[][] {
  const own = (schema.enum ?? []).map((value) => [choiceId(path, value), String(value)]);
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, its]) =>
    choices(`${path}.${name}`, its),
  );
  return [...own, ...inside];
}

function presentationOf({ path, schema }: Entry): string {
  const lines = schema.properties
    ? Object.entries(schema.properties).map(([name, its]) => control(`${path}.${name}`, name, its))
    : [control(path, path, schema)];
  return `      <presentation id="${idOf(path)}">\n${lines.join('\n')}\n      </presentation>`;
}

function control(path: string, label: string, schema: Schema): string {
  const start = `refId="${idOf(path)}"`;
  if (schema.enum) return `        <dropdownList ${start} noSort="true">${label}</dropdownList>`;
  switch (schema.type) {
    case 'boolean':
      return `        <checkBox ${start}>${label}</checkBox>`;
    case 'integer':
      return `        <decimalTextBox ${start}>${label}</decimalTextBox>`;
    case 'array':
      return `        <multiTextBox ${start} showAsDialog="true">${label} (JSON)</multiTextBox>`;
    default:
      return `        <textBox ${start}><label>${label}</label></textBox>`;
  }
}

function idOf(path: string): string {
  return path.replaceAll('.', '_');
}

function choiceId(path: string, value: string | number): string {
  return `${idOf(path)}_is_${value}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
