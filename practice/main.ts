import { HELP, readCommandLine } from './command-line.ts';
import {
  type PracticeService,
  type PracticeServiceOptions,
  startPracticeService,
} from './practice-service.ts';
import { type PracticeTeam, startPracticeTeam } from './team/practice-team.ts';

/** Exit codes for a failed start and for invalid arguments. */
const FAILED = 1;
const MISUSED = 2;

const command = readCommandLine(process.argv.slice(2));
switch (command.kind) {
  case 'help':
    process.stdout.write(HELP);
    break;
  case 'mistake':
    process.stderr.write(`${command.message}. See --help.\n`);
    process.exitCode = MISUSED;
    break;
  case 'start':
    await run(command.options, command.team);
}

async function run(options: PracticeServiceOptions, withTeam: boolean): Promise<void> {
  const service = await start(() =>
    startPracticeService({ ...options, log: (line) => process.stderr.write(`${line}\n`) }),
  );
  if (service === undefined) return;
  const team = withTeam ? await start(() => startPracticeTeam(service)) : undefined;
  const close = () => Promise.all([service.close(), team?.close()]);
  if (withTeam && team === undefined) {
    await close();
    return;
  }
  // Only once, so that a second signal kills the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
  process.stdout.write(`${JSON.stringify(readyLine(service))}\n${team ? teamLines(team) : ''}`);
}

async function start<T>(begin: () => Promise<T>): Promise<T | undefined> {
  try {
    return await begin();
  } catch (error) {
    process.stderr.write(
      `The practice service can't start: ${error instanceof Error ? error.message : error}\n`,
    );
    process.exitCode = FAILED;
    return undefined;
  }
}

function teamLines({ addresses }: PracticeTeam): string {
  const lines = Object.entries(addresses).map(([login, address]) => `Team database for ${login}: ${address}`);
  return `${lines.join('\n')}\n`;
}

function readyLine(service: PracticeService): Record<string, unknown> {
  return {
    base_url: service.baseUrl,
    auth_url: service.authUrl,
    client_id: service.clientId,
    client_secret: service.clientSecret,
    redirect_uris: service.redirectUris,
    ...(service.adminUrl === undefined ? {} : { admin_url: service.adminUrl }),
  };
}
