import { HELP, readCommandLine } from './command-line.ts';
import {
  type PracticeService,
  type PracticeServiceOptions,
  startPracticeService,
} from './practice-service.ts';

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
    await run(command.options);
}

async function run(options: PracticeServiceOptions): Promise<void> {
  const service = await start(options);
  if (service === undefined) return;
  // Only once, so that a second signal kills the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
  process.stdout.write(`${JSON.stringify(readyLine(service))}\n`);
}

async function start(options: PracticeServiceOptions): Promise<PracticeService | undefined> {
  try {
    return await startPracticeService({ ...options, log: (line) => process.stderr.write(`${line}\n`) });
  } catch (error) {
    process.stderr.write(
      `The practice service can't start: ${error instanceof Error ? error.message : error}\n`,
    );
    process.exitCode = FAILED;
    return undefined;
  }
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
