/** Checks what electron-builder packed: only what runs, nothing that must stay here, fuses as configured. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** How a fuse stands in the program: the letters "0" and "1". */
const OFF = 48;
const ON = 49;

const root = join(import.meta.dirname, '..');

const problems = [...checkFiles(), ...(await checkFuses())];
for (const problem of problems) console.error(`- ${problem}`);
console.log(
  problems.length === 0 ? 'The package holds what it should.' : `${problems.length} problems in the package.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkFiles(): string[] {
  const [archive] = globSync('dist/*/**/app.asar', { cwd: root });
  if (!archive) return ['There is no app.asar below dist/.'];
  const files = listPackage(join(root, archive), { isPack: false }).map((file) => file.replaceAll('\\', '/'));
  const needed = [
    '/package.json',
    '/out/main/main.js',
    '/out/main/storage-worker.js',
    '/out/preload/preload.cjs',
    '/out/renderer/index.html',
  ];
  const allowed =
    /^\/(package\.json|out(\/(main|preload|renderer)(\/.*\.(js|cjs|css|html|svg|png|woff2))?|\/renderer\/assets)?)$/;
  return [
    ...needed.filter((file) => !files.includes(file)).map((file) => `${file} is missing.`),
    ...files.filter((file) => !allowed.test(file)).map((file) => `${file} does not belong into the package.`),
  ];
}

async function checkFuses(): Promise<string[]> {
  const program = join(root, 'dist', 'linux-unpacked', 'callboard');
  if (!existsSync(program)) return process.platform === 'linux' ? ['The packed program is missing.'] : [];
  const wire = await getCurrentFuseWire(program);
  const wanted: [FuseV1Options, number][] = [
    [FuseV1Options.RunAsNode, OFF],
    [FuseV1Options.EnableCookieEncryption, ON],
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable, OFF],
    [FuseV1Options.EnableNodeCliInspectArguments, OFF],
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, ON],
    [FuseV1Options.OnlyLoadAppFromAsar, ON],
    [FuseV1Options.GrantFileProtocolExtraPrivileges, OFF],
  ];
  return wanted
    .filter(([fuse, state]) => wire[fuse] !== state)
    .map(([fuse, state]) => `The fuse ${FuseV1Options[fuse]} should be ${state === ON ? 'on' : 'off'}.`);
}
