import { parseArgs } from 'node:util';
import type { PracticeServiceOptions } from './practice-service.ts';

/** What a command line asks for. */
export type Command =
  | { readonly kind: 'start'; readonly options: PracticeServiceOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'mistake'; readonly message: string };

/** The text of `--help`. */
export const HELP = `Usage: npm run practice -- [options]

Runs the practice service on 127.0.0.1 and prints one line of JSON when it is ready.

  --port N                  port of the service (default: a free one)
  --admin-port N            switch on the admin port, for faults (0: a free one)
  --folder DIR              keep requests and sign-ins in this folder (default: forget them at the end)
  --time-scale X            live X times faster: at 60, a minute passes in a second (default: 1)
  --token-lifetime SECONDS  lifetime of access tokens (default: 3600)
  --client-id ID            client id (default: the folder's, or a random one)
  --client-secret SECRET    client secret (default: a new random one at each start)
  --redirect-uri ADDRESS    where sign-ins may return to; may be repeated
  --help                    show this text

Candidates whose names hold these words have a fate: "No Answer" and "Voicemail" are never reached, "Busy" is
reached at the second call, "Long Wait" is called after half an hour. What comes of anybody else follows from name and
phone number: the same candidate always gets the same calls and results.
`;

/** Reads the command line, without the program's own name. */
export function readCommandLine(args: readonly string[]): Command {
  try {
    const { values } = parseArgs({ args: [...args], options: FLAGS, strict: true, allowPositionals: false });
    if (values.help === true) return { kind: 'help' };
    const options = {
      ...given('port', numberOf(values.port, '--port', isPort)),
      ...given('adminPort', numberOf(values['admin-port'], '--admin-port', isPort)),
      ...given('folder', values.folder),
      ...given(
        'timeScale',
        numberOf(values['time-scale'], '--time-scale', (value) => value > 0),
      ),
      ...given('tokenLifetimeSeconds', numberOf(values['token-lifetime'], '--token-lifetime', isLifetime)),
      ...given('clientId', values['client-id']),
      ...given('clientSecret', values['client-secret']),
      ...given('redirectUris', values['redirect-uri']),
    };
    return { kind: 'start', options };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // parseArgs follows its first sentence with advice on escaping that helps nobody here.
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
  help: { type: 'boolean', short: 'h' },
} as const;

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}

function numberOf(
  text: string | undefined,
  flag: string,
  isRight: (value: number) => boolean,
): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || !isRight(value)) throw new Error(`${flag} cannot be "${text}"`);
  return value;
}

function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function isLifetime(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}
