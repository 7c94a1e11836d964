import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { at } from './read-yaml.ts';

/** How a fuse stands in the program: the letters "0" and "1". */
const LETTERS = { off: 48, on: 49 } as const;

/** Each fuse: its name in electron-builder.yml, its place in the program, and how it has to stand. */
const FUSES: readonly (readonly [name: string, fuse: FuseV1Options, state: keyof typeof LETTERS])[] = [
  ['runAsNode', FuseV1Options.RunAsNode, 'off'],
  ['enableCookieEncryption', FuseV1Options.EnableCookieEncryption, 'on'],
  ['enableNodeOptionsEnvironmentVariable', FuseV1Options.EnableNodeOptionsEnvironmentVariable, 'off'],
  ['enableNodeCliInspectArguments', FuseV1Options.EnableNodeCliInspectArguments, 'off'],
  ['enableEmbeddedAsarIntegrityValidation', FuseV1Options.EnableEmbeddedAsarIntegrityValidation, 'on'],
  ['onlyLoadAppFromAsar', FuseV1Options.OnlyLoadAppFromAsar, 'on'],
  ['loadBrowserProcessSpecificV8Snapshot', FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, 'off'],
  ['grantFileProtocolExtraPrivileges', FuseV1Options.GrantFileProtocolExtraPrivileges, 'off'],
];

/** What is wrong with the fuses that a configuration of electron-builder asks for. */
export function fuseConfigProblems(config: unknown): string[] {
  const asar = at(config, 'disableAsarIntegrity') === true || at(config, 'asar') !== true;
  return [
    ...(asar ? ['electron-builder.yml does not have the archive checked.'] : []),
    ...FUSES.filter(([name, , state]) => at(config, 'electronFuses', name) !== (state === 'on')).map(
      ([name, , state]) => `electron-builder.yml does not turn the fuse ${name} ${state}.`,
    ),
  ];
}

/** What is wrong with the fuses of a packed program. */
export async function fuseProblems(program: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(program);
  return FUSES.filter(([, fuse, state]) => wire[fuse] !== LETTERS[state]).map(
    ([name, , state]) => `The fuse ${name} of the packed program should be ${state}.`,
  );
}
