import { parseArgs } from 'node:util';
import type { PracticeServiceOptions } from './practice-service.ts';

export type Command =
  | { readonly kind: 'start'; readonly options: PracticeServiceOptions; readonly team: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'mistake'; readonly message: string };

export const HELP = `Usage: npm run practice -- [options]

Runs the practice service on 127.0.0.1 and prints one line of JSON when it is ready.

  --port N                  port of the service (default: a free one)
  --admin-port N            enable the admin port, for faults (0: a free one)
  --folder DIR              keep requests and sign-ins in this folder (default: only in memory)
  --time-scale X            run X times faster: at 60, a minute passes in a second (default: 1)
  --token-lifetime SECONDS  lifetime of access tokens (default: 3600)
  --client-id ID            client ID (default: the one stored in the folder, or a random one)
  --client-secret SECRET    client secret (default: a new random one at each start)
    --redirect-uri ADDRESS    allowed redirect address; may be repeated
  --team                    start a PostgreSQL with a team of three beside it, and print the address for each of them
  --help                    show this text

Candidates with these words in their names have fixed outcomes: "No Answer" and "Voicemail" are never reached, "Busy" is
reached on the second call, "Long Wait" is called after half an hour. For anyone else the outcome depends only on name
and phone number: the same candidate always gets the same calls and results.
`;

/** Parses the arguments, without the program name. */
export function readCommandLine(args: readonly string[]): Command {
  try {
    const { values } = parseArgs({ args: [...args], options: FLAGS, strict: true, allowPositionals: false });
    if (values.help === true) return { kind: 'help' };
    const options = {
      ...optional('port', numberOf(values.port, '--port', isPort)),
      ...optional('adminPort', numberOf(values['admin-port'], '--admin-port', isPort)),
      ...optional('folder', values.folder),
      ...optional(
        'timeScale',
        numberOf(values['time-scale'], '--time-scale', (value) => value > 0),
      ),
      ...optional('tokenLifetimeSeconds', numberOf(values['token-lifetime'], '--token-lifetime', isLifetime)),
      ...optional('clientId', values['client-id']),
      ...optional('clientSecret', values['client-secret']),
      ...optional('redirectUris', values['redirect-uri']),
    };
    return { kind: 'start', options, team: values.team === true };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Keep only the first sentence: parseArgs adds advice on escaping that doesn't help here.
    return { kind: 'mistake', message: error.message.split(/\. |\n/)[0] ?? error.message };
  }
}

const FLAGS = {
  port: { type: 'string' },
  'admin-port': { type: 'string' },
  folder: { type: 'string' },
  'time-scale': { type: 'string' },
  'token-lifetime': { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  team: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}

function numberOf(
  text: string | undefined,
  flag: string,
  isValid: (value: number) => boolean,
): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || !isValid(value)) throw new Error(`${flag} cannot be "${text}"`);
  return value;
}

function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function isLifetime(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}
