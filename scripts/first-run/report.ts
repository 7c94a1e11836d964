import type { Check, Outcome } from './checks.ts';

/** Everything that the report shows. */
export interface FirstRun {
  /** Such as `Electron 45.4.1`. */
  readonly host: string;
  readonly at: Date;
  /** Facts about the computer and the programs, by name. */
  readonly facts: Readonly<Record<string, string>>;
  readonly checks: readonly Check[];
  /** Texts that programs printed or wrote, by title. */
  readonly outputs: Readonly<Record<string, string>>;
}

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'macos', win32: 'windows' };

/** Order of the table: what needs attention first. */
const ORDER: readonly Outcome[] = ['failed', 'not available', 'ok'];

const LONGEST_OUTPUT = 40_000;

/** `callboard-first-run-<system>-<date>.md`. */
export function reportName(platform: NodeJS.Platform, at: Date): string {
  return `callboard-first-run-${SYSTEMS[platform] ?? platform}-${at.toISOString().slice(0, 10)}.md`;
}

/** The report as Markdown. It isn't redacted. */
export function formatReport({ host, at, facts, checks, outputs }: FirstRun): string {
  const count = (outcome: Outcome) => checks.filter((check) => check.outcome === outcome).length;
  const lines: readonly string[] = [
    `# Callboard's first run in ${host}`,
    '',
    `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC: ` +
      ORDER.map((outcome) => `${count(outcome)} ${outcome}`).join(', ') +
      '.',
    '',
    'Attach this file to an issue. The practice workspace was used: no candidate in it is real. Your home folder, your user ' +
      'name and the name of this computer have been removed; look through the file before you send it.',
    '',
    ...checksTable(checks),
    '## This computer and its programs',
    '',
    '| | |',
    '| --- | --- |',
    ...Object.entries(facts).map(([name, value]) => `| ${cell(name)} | ${cell(value)} |`),
    '',
    ...Object.entries(outputs).flatMap(([title, text]) => [`## ${title}`, '', ...fenced(text), '']),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Adds a JPEG to a report. After redacting, which could find a name in the picture's letters. */
export function withPicture(report: string, picture: Buffer): string {
  return `${report}\n## The window\n\n![The window](data:image/jpeg;base64,${picture.toString('base64')})\n`;
}

function checksTable(checks: readonly Check[]): string[] {
  return ORDER.flatMap((outcome) => {
    const found = checks.filter((check) => check.outcome === outcome);
    if (found.length === 0) return [];
    return [
      `## ${outcome === 'ok' ? 'OK' : outcome[0]?.toUpperCase() + outcome.slice(1)}`,
      '',
      '| area | check | what was found | ms |',
      '| --- | --- | --- | ---: |',
      ...found.map(({ area, name, words, ms }) => `| ${[area, name, words].map(cell).join(' | ')} | ${ms} |`),
      '',
    ];
  });
}

/** Text that stays within a cell of a table. */
function cell(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll(/\s*\n\s*/g, '<br>')
    .trim();
}

/** A code block whose fence is longer than any in the text. */
function fenced(text: string): string[] {
  const shown = text.length > LONGEST_OUTPUT ? `${text.slice(0, LONGEST_OUTPUT)}\n... cut off` : text;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, shown.trim() || '(nothing)', fence];
}
