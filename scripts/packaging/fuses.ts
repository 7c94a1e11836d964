import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { at } from './read-yaml.ts';

/** State of a fuse in the binary: the characters "0" and "1". */
const CHARACTERS = { off: 48, on: 49 } as const;

/** Each fuse: its name in electron-builder.yml, its index in the binary, and its required state. */
const FUSES: readonly (readonly [name: string, fuse: FuseV1Options, state: keyof typeof CHARACTERS])[] = [
  ['runAsNode', FuseV1Options.RunAsNode, 'off'],
  ['enableCookieEncryption', FuseV1Options.EnableCookieEncryption, 'on'],
  ['enableNodeOptionsEnvironmentVariable', FuseV1Options.EnableNodeOptionsEnvironmentVariable, 'off'],
  ['enableNodeCliInspectArguments', FuseV1Options.EnableNodeCliInspectArguments, 'off'],
  ['enableEmbeddedAsarIntegrityValidation', FuseV1Options.EnableEmbeddedAsarIntegrityValidation, 'on'],
  ['onlyLoadAppFromAsar', FuseV1Options.OnlyLoadAppFromAsar, 'on'],
  ['loadBrowserProcessSpecificV8Snapshot', FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, 'off'],
  ['grantFileProtocolExtraPrivileges', FuseV1Options.GrantFileProtocolExtraPrivileges, 'off'],
];

/** Problems with the fuses in an electron-builder configuration. */
export function fuseConfigProblems(config: unknown): string[] {
  const asar = at(config, 'disableAsarIntegrity') === true || at(config, 'asar') !== true;
  return [
    ...(asar ? ["electron-builder.yml doesn't enable the archive's integrity check."] : []),
    ...FUSES.filter(([name, , state]) => at(config, 'electronFuses', name) !== (state === 'on')).map(
      ([name, , state]) => `electron-builder.yml doesn't turn the fuse ${name} ${state}.`,
    ),
  ];
}

/** Problems with the fuses of a packed binary. */
export async function fuseProblems(program: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(program);
  return FUSES.filter(([, fuse, state]) => wire[fuse] !== CHARACTERS[state]).map(
    ([name, , state]) => `The fuse ${name} of the packed program should be ${state}.`,
  );
}
