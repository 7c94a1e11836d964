import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultUserDataFolder } from './folders.ts';

export interface PreviewOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  /** Absolute path. */
  readonly userData: string;
  /** Whether to open addresses in the default browser. */
  readonly open: boolean;
  /** A deep link to open in the app. */
  readonly url: string | undefined;
}

export type CommandLine =
  | { kind: 'run'; options: PreviewOptions }
  | { kind: 'help' }
  /** `problem` is a sentence for the person who typed the command. */
  | { kind: 'wrong'; problem: string };

export const helpText = `Runs the built Callboard in your browser, for development and tests.

  npm run preview -- [--port N] [--user-data DIR] [--no-open] [URL]

  --port N         listen on this port of 127.0.0.1 (default: any free one)
  --user-data DIR  keep the app's data here (default: ${defaultUserDataFolder()})
    --no-open        print addresses but don't open a browser
  --help           show this text
    URL              a link for the app, such as a sign-in's return address;
                   an instance on the same data folder takes it over
`;

const flags = {
  port: { type: 'string' },
  'user-data': { type: 'string' },
  'no-open': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Parses the arguments of `npm run preview`, without the program name. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: flags,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    const problem = token.kind === 'option' ? flagProblem(token.name, token.rawName, token.value) : undefined;
    if (problem !== undefined) return { kind: 'wrong', problem };
  }
  if (values.help === true) return { kind: 'help' };

  const port = values.port === undefined ? 0 : Number(values.port);
  if (!/^\d+$/.test(String(values.port ?? 0)) || port > 65_535) {
    return { kind: 'wrong', problem: `--port needs a number from 0 to 65535, not "${values.port}".` };
  }
  const [url, ...more] = positionals;
  if (more.length > 0) {
    return { kind: 'wrong', problem: `Give only one URL, not these: ${positionals.join(' ')}` };
  }
  if (url !== undefined && !URL.canParse(url)) {
    return { kind: 'wrong', problem: `"${url}" is not a URL.` };
  }
  const userData = resolve(String(values['user-data'] ?? defaultUserDataFolder()));
  return { kind: 'run', options: { port, userData, open: values['no-open'] !== true, url } };
}

function flagProblem(name: string, written: string, value: string | undefined): string | undefined {
  if (!Object.hasOwn(flags, name)) return `There is no flag ${written}.`;
  const { type } = flags[name as keyof typeof flags];
  if (type === 'string' && (value === undefined || value === '' || value.startsWith('--')))
    return `${written} needs a value.`;
  if (type === 'boolean' && value !== undefined) return `${written} takes no value.`;
  return undefined;
}
