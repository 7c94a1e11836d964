import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { nameInGroup, policySchema, SETTING_GROUPS } from '../electron/policy/policy-schema.ts';
import type { PolicySetting } from '../electron/policy/policy-settings.ts';
import { adml, admx } from './policy-templates.ts';

/** The files in `docs/managed/` generated from the policy schema and the settings, by name. */
export function policyFiles(): Readonly<Record<string, string>> {
  return {
    'policy.schema.json': schemaText(),
    'Callboard.admx': withCrLf(admx()),
    'en-US/Callboard.adml': withCrLf(adml()),
    'policy.json': samplePolicy(),
    'callboard.mobileconfig': sampleProfile(),
  };
}

/** The JSON Schema of the input, before normalisation. */
function schemaText(): string {
  return `${JSON.stringify(z.toJSONSchema(policySchema, { target: 'draft-2020-12', io: 'input' }), null, 2)}\n`;
}

function withCrLf(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

type Sample = string | number | boolean | null;

type Samples = [name: string, value: Sample | Record<string, Sample>][];

/** The settings of the sample, as the policy has them. */
function sampleSettings(sampleOf: (setting: PolicySetting) => Sample): Samples {
  return [...SETTING_GROUPS].flatMap(([group, members]): Samples => {
    const values = members.map((each): [string, Sample] => [nameInGroup(each.path), sampleOf(each)]);
    return group === '' ? values : [[group, Object.fromEntries(values)]];
  });
}

function published(file: string): string {
  return readFileSync(join(import.meta.dirname, '../docs/managed', file), 'utf8');
}

/** A published sample up to its first setting: what isn't a setting is written in it by hand. */
function handwritten(file: string, firstSetting: string): string {
  const text = published(file);
  const end = text.indexOf(firstSetting);
  if (end < 0) throw new Error(`${file} has no ${firstSetting.trim()}.`);
  return text.slice(0, end);
}

/** The formatter breaks longer lines. */
const WIDTH = 110;

function samplePolicy(): string {
  const settings = sampleSettings(({ example }) => example);
  const lines = settings.map(([name, value], index) => {
    const end = index < settings.length - 1 ? ',' : '';
    const inOne = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
    const line = `  "${name}": ${inOne}${end}`;
    return line.length <= WIDTH
      ? line
      : `  "${name}": ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}${end}`;
  });
  return `${handwritten('policy.json', `  "${settings[0]?.[0]}":`)}${lines.join('\n')}\n}\n`;
}

/** Its rules are those of the sample policy. */
function sampleProfile(): string {
  const settings = sampleSettings(({ example, onMac }) => onMac ?? example);
  const members = settings.flatMap(([name, value]) => plistMember(name, value, '      '));
  const head = handwritten('callboard.mobileconfig', `      <key>${settings[0]?.[0]}</key>`);
  const rules = plistMember(
    'rules',
    z.object({ rules: z.json() }).parse(JSON.parse(published('policy.json'))).rules,
    '      ',
  );
  const withRules = head.replace(
    / {6}<key>rules<\/key>.*(?= {6}<key>questionnaires<\/key>)/s,
    () => `${rules.join('\n')}\n`,
  );
  return `${withRules}${members.join('\n')}\n    </dict>\n  </array>\n</dict>\n</plist>\n`;
}

function plistMember(name: string, value: z.core.util.JSONType, indent: string): string[] {
  return [`${indent}<key>${name}</key>`, ...plistValue(value, indent)];
}

function plistValue(value: z.core.util.JSONType, indent: string): string[] {
  if (typeof value === 'boolean') return [`${indent}<${value}/>`];
  if (typeof value === 'number') return [`${indent}<integer>${value}</integer>`];
  if (typeof value !== 'object' || value === null) return [`${indent}<string>${value ?? ''}</string>`];
  const inner = `${indent}  `;
  const [tag, members] = Array.isArray(value)
    ? ['array', value.flatMap((each) => plistValue(each, inner))]
    : ['dict', Object.entries(value).flatMap(([name, its]) => plistMember(name, its, inner))];
  return [`${indent}<${tag}>`, ...members, `${indent}</${tag}>`];
}
