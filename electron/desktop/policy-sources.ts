import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, win32 } from 'node:path';
import { isObject } from '../../shared/parse-json.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { errorCode } from '../network/system-error.ts';
import { PolicyLoader, type PolicySource } from '../policy/policy-loader.ts';
import { type FoundPolicy, MAX_POLICY_SIZE, readPolicyText, unreadable } from '../policy/policy-text.ts';
import { listsKey, readRegistryOutput } from '../policy/registry-output.ts';

/** The policy's path on Linux. */
const LINUX_FILE = '/etc/callboard/policy.json';

/** The same file seen from Flatpak's sandbox, where root's files may belong to the overflow user. */
const FLATPAK = { mark: '/.flatpak-info', file: `/run/host${LINUX_FILE}`, owners: [0, 65534] };

const ROOT = 0;

interface PolicySourcesOptions {
  readonly platform: NodeJS.Platform;
  /** Whether this is an installed build, which ignores `namedFile`. */
  readonly packaged: boolean;
  /** `CALLBOARD_POLICY_FILE`. */
  readonly namedFile: string | undefined;
}

/**
 * Reads the organisation's policy from this system's sources; in an unpackaged build, from the file that
 * CALLBOARD_POLICY_FILE names if it is set. `lastPlace`: where it was in the last run, if there was one.
 */
export async function readPolicy(packaged: boolean, lastPlace: string | null): Promise<PolicyLoader> {
  const namedFile = process.env['CALLBOARD_POLICY_FILE'];
  const sources = policySources({ platform: process.platform, packaged, namedFile });
  const policy = new PolicyLoader({ sources, lastPlace });
  await policy.read();
  return policy;
}

/** Where a policy may be, the computer's before the user's. */
export function policySources({
  platform,
  packaged,
  namedFile,
}: PolicySourcesOptions): readonly PolicySource[] {
  if (!packaged && namedFile) return [policyFile(namedFile, 'anybody')];
  switch (platform) {
    case 'win32':
      return [registryPolicy('HKLM'), registryPolicy('HKCU')];
    case 'darwin': {
      const user = userInfo().username;
      return [managedPreferences(undefined), ...(isUserName(user) ? [managedPreferences(user)] : [])];
    }
    default:
      return [
        existsSync(FLATPAK.mark)
          ? policyFile(FLATPAK.file, { owners: FLATPAK.owners })
          : policyFile(LINUX_FILE, { owners: [ROOT] }),
      ];
  }
}

/** A policy in a JSON file. An empty file is an error, not an absent policy: it may be half-written. */
export function policyFile(path: string, trust: FileTrust): PolicySource {
  return {
    place: path,
    read: async () => {
      const content = await readTrustedFile(path, trust);
      if (!(content instanceof Uint8Array)) return content;
      const found = readPolicyText(content);
      return found.kind === 'absent' ? unreadable(policyProblem('', 'file_empty')) : found;
    },
  };
}

/** Who may own a policy file: these user ids, or anybody (unpackaged builds only). */
type FileTrust = { readonly owners: readonly number[] } | 'anybody';

/** A file's content, or why it couldn't be read. */
type FileContent = Uint8Array | Exclude<FoundPolicy, { kind: 'document' }>;

/** Write permission for group and others (POSIX mode bits). */
const WRITABLE_BY_OTHERS = 0o022;

/** In a sticky folder only an entry's owner can replace it. */
const STICKY = 0o1000;

/**
 * Reads a system policy file. The file and every folder above it must be writable by trusted owners only: anybody else
 * who can write there could set the policy.
 */
async function readTrustedFile(path: string, trust: FileTrust): Promise<FileContent> {
  try {
    const real = await realpath(path);
    const distrust = trust === 'anybody' ? undefined : await whyNotTrusted(real, trust.owners);
    return distrust ? unreadable(distrust) : await readWhole(real);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' && (await exists(path))) return unreadable(policyProblem('', 'dead_link'));
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    return unreadable(
      code === 'EACCES'
        ? policyProblem('', 'not_readable_by_you')
        : policyProblem('', 'not_read', { reason: code ?? 'unknown' }),
    );
  }
}

/** Whether the path exists, even as a dangling symbolic link. */
function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function whyNotTrusted(path: string, owners: readonly number[]): Promise<PolicyProblem | undefined> {
  for (let place = path; ; place = dirname(place)) {
    const { uid, mode } = await stat(place);
    const folder = place === path ? null : place;
    if (!owners.includes(uid)) return policyProblem('', 'not_of_the_system', { folder });
    if ((mode & WRITABLE_BY_OTHERS) !== 0 && (place === path || (mode & STICKY) === 0)) {
      return policyProblem('', 'writable_by_others', { folder });
    }
    if (place === dirname(place)) return undefined;
  }
}

async function readWhole(path: string): Promise<FileContent> {
  // O_NONBLOCK: a FIFO in the file's place must not block the start.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = await file.stat();
    if (!info.isFile()) return unreadable(policyProblem('', 'not_a_file'));
    if (info.size > MAX_POLICY_SIZE) {
      return unreadable(policyProblem('', 'too_large', { mostBytes: MAX_POLICY_SIZE }));
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Where macOS stores preferences set by profiles; only root can write there. */
const FOLDER = '/Library/Managed Preferences';

/** Converts the property list at a path to JSON. */
type ToJson = (path: string) => Promise<Uint8Array>;

/** A policy set by a macOS configuration profile: for a user, or for the computer if `user` is undefined. */
export function managedPreferences(
  user: string | undefined,
  { folder = FOLDER, trust = { owners: [0] }, toJson = plutil }: ManagedPreferencesOptions = {},
): PolicySource {
  const path = [folder, user, 'app.callboard.plist'].filter((part) => part !== undefined).join('/');
  return {
    place: path,
    read: async () => {
      const content = await readTrustedFile(path, trust);
      if (!(content instanceof Uint8Array)) return content;
      try {
        return withoutPayloadKeys(readPolicyText(await toJson(path)));
      } catch {
        return unreadable(policyProblem('', 'not_a_property_list'));
      }
    },
  };
}

interface ManagedPreferencesOptions {
  readonly folder?: string;
  readonly trust?: FileTrust;
  readonly toJson?: ToJson;
}

/** Whether a name is safe as a single path segment. */
export function isUserName(name: string): boolean {
  return /^[\w.-]+$/.test(name) && !name.startsWith('.');
}

/** Drops the keys macOS adds to a profile's own (`PayloadUUID` and the like). */
function withoutPayloadKeys(found: FoundPolicy): FoundPolicy {
  if (found.kind !== 'document' || !isObject(found.document)) return found;
  const own = Object.entries(found.document).filter(([name]) => !/^Payload[A-Z]/.test(name));
  if (own.length === 0) return { kind: 'absent' };
  return { ...found, document: Object.fromEntries(own) };
}

function plutil(path: string): Promise<Uint8Array> {
  return runProgram('/usr/bin/plutil', ['-convert', 'json', '-o', '-', path], MAX_POLICY_SIZE);
}

const PARENT = 'SOFTWARE\\Policies';

/** A key that exists on every Windows and that everybody may read. */
const ALWAYS_THERE = `HKLM\\${PARENT}`;

/** The output of `reg.exe`; undefined if it fails. */
type RunReg = (args: readonly string[]) => Promise<string | undefined>;

/** A policy in the Windows registry, for the computer (HKLM) or the user (HKCU). Only administrators can write these keys. */
export function registryPolicy(hive: 'HKLM' | 'HKCU', runReg: RunReg = regExe()): PolicySource {
  const key = `${hive}\\${PARENT}\\Callboard`;
  return {
    place: key,
    read: async () => {
      const printed = await runReg(['query', key, '/s', '/reg:64']);
      if (printed !== undefined) return readRegistryOutput(printed);
      // `reg.exe` fails alike for a missing and for an unreadable key. Its parent tells which.
      const siblings = await runReg(['query', `${hive}\\${PARENT}`, '/reg:64']);
      const readable = siblings ?? (await runReg(['query', ALWAYS_THERE, '/reg:64']));
      if (readable !== undefined && !listsKey(siblings ?? '', 'Callboard')) return { kind: 'absent' };
      return unreadable(policyProblem('', 'registry_closed'));
    },
  };
}

function regExe(): RunReg {
  const program = win32.join(systemRoot(process.env['SystemRoot']), 'System32', 'reg.exe');
  return async (args) => {
    try {
      return new TextDecoder().decode(await runProgram(program, args, 4 * MAX_POLICY_SIZE));
    } catch {
      return undefined;
    }
  };
}

/** The Windows folder, from the variable SystemRoot if that is a plausible absolute path. */
export function systemRoot(value: string | undefined): string {
  return value !== undefined && /^[A-Za-z]:\\[^"<>|?*/]+$/.test(value) ? value : 'C:\\Windows';
}

const TIMEOUT_MS = 10_000;

/**
 * The output of a system program. Named by its absolute path, so that PATH can't substitute another. Rejects if it is
 * missing, fails, takes too long or prints more than `maxBytes`.
 */
function runProgram(path: string, args: readonly string[], maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    execFile(
      path,
      args,
      { encoding: 'buffer', timeout: TIMEOUT_MS, maxBuffer: maxBytes, windowsHide: true },
      (error, printed) => (error ? reject(error) : resolve(printed)),
    );
  });
}
