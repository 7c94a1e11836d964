/** What may be in app.asar, and what must not. */
import { homedir } from 'node:os';
import { extractFile, getRawHeader, listPackage } from '@electron/asar';
import { z } from 'zod';

/** Where the archive was built, which must not be told to everybody who has the app. */
export interface BuildPlace {
  /** The folder of the sources, absolute. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const NEEDED = [
  '/package.json',
  '/out/main/main.js',
  '/out/main/storage-worker.js',
  '/out/main/backup-worker.js',
  '/out/main/check-worker.js',
  '/out/main/icons/app.png',
  '/out/main/icons/trayTemplate.png',
  '/out/preload/preload.cjs',
  '/out/renderer/index.html',
];

/** Every file has to fit one of these; folders are those that hold them. */
const ALLOWED = [
  /^\/package\.json$/,
  /^\/out\/main\/[\w-]+\.js$/,
  /^\/out\/main\/icons\/(?:app|tray[\w-]*(?:@[\d.]+x)?)\.png$/,
  /^\/out\/preload\/preload\.cjs$/,
  /^\/out\/renderer\/index\.html$/,
  /^\/out\/renderer\/assets\/[\w.-]+\.(js|css|svg|png|woff2)$/,
];

/** What package.json says to the running app and to Electron, and nothing of how it is made. */
const MANIFEST_KEYS = [
  'name',
  'productName',
  'version',
  'description',
  'license',
  'author',
  'homepage',
  'private',
  'type',
  'main',
  'desktopName',
  'v8Flags',
  'engines',
];

/** A bundler names each source in front of it; none of these may be among them. */
const FOREIGN_SOURCE = /^\s*\/\/(?:#region)? (?:\.\.\/)*(?:preview|test|scripts)\/\S+\.[cm]?tsx?$/m;
const SOURCE_MAP = /^\/\/# sourceMappingURL=/m;
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}/, 'a private key'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'an AWS key'],
  [/\bgh[pousr]_[A-Za-z0-9]{36}\b/, 'a GitHub token'],
  [/\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=/, 'an npm token'],
  [/\bxox[abprs]-[A-Za-z0-9-]{20}/, 'a Slack token'],
];

/** The whole archive is so large at most, bytes: more means that something came along. */
const LARGEST_ARCHIVE = 24 * 1024 * 1024;

/** A header entry: a file, or a folder of them. */
const entry = z.object({
  size: z.number().optional(),
  unpacked: z.boolean().optional(),
  integrity: z.object({ algorithm: z.literal('SHA256'), hash: z.string().length(64) }).optional(),
});

/** Everything that is wrong with what is inside an archive, in sentences; none where all is well. */
export function archiveProblems(archive: string, place: BuildPlace): string[] {
  const files = archiveFiles(archive);
  const paths = [...files.keys()];
  const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return [
    ...NEEDED.filter((path) => !files.has(path)).map((path) => `${path} is missing.`),
    ...paths
      .filter((path) => !ALLOWED.some((allowed) => allowed.test(path)))
      .map((path) => `${path} does not belong into the package.`),
    ...(size > LARGEST_ARCHIVE ? [`The files are ${size} bytes: more than ${LARGEST_ARCHIVE}.`] : []),
    ...headerProblems(archive),
    ...manifestProblems(files.get('/package.json')),
    ...[...files].flatMap(([path, content]) => contentProblems(path, content, place)),
  ];
}

/** The files of an archive by their path inside, which begins with a slash. */
export function archiveFiles(archive: string): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const listed of listPackage(archive, { isPack: false })) {
    const path = listed.replaceAll('\\', '/');
    const inside = headerEntry(archive, path);
    if (inside?.size !== undefined && !inside.unpacked) files.set(path, extractFile(archive, path.slice(1)));
  }
  return files;
}

/** Files beside the archive, or without a hash of their own, are not covered by its integrity check. */
function headerProblems(archive: string): string[] {
  return listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.replaceAll('\\', '/');
    const inside = headerEntry(archive, path);
    if (inside?.unpacked) return [`${path} lies outside the archive, where nothing checks it.`];
    const isFile = inside?.size !== undefined;
    return isFile && !inside.integrity ? [`${path} has no hash in the archive.`] : [];
  });
}

function headerEntry(archive: string, path: string): z.output<typeof entry> | undefined {
  const { header } = getRawHeader(archive);
  const inside = path
    .split('/')
    .slice(1)
    .reduce<unknown>((folder, name) => {
      const files: unknown =
        typeof folder === 'object' && folder !== null ? Reflect.get(folder, 'files') : undefined;
      return typeof files === 'object' && files !== null ? Reflect.get(files, name) : undefined;
    }, header);
  return entry.safeParse(inside).data;
}

function manifestProblems(content: Buffer | undefined): string[] {
  if (!content) return [];
  const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(content.toString('utf8')));
  const told = Object.keys(manifest).filter((key) => !MANIFEST_KEYS.includes(key));
  return [
    ...told.map((key) => `package.json says "${key}", which is about how the app is made.`),
    ...(manifest['desktopName'] === 'app.callboard.desktop' ? [] : ['package.json has no desktopName.']),
    ...(typeof manifest['v8Flags'] === 'string' ? [] : ['package.json has no v8Flags.']),
  ];
}

function contentProblems(path: string, content: Buffer, { root, env }: BuildPlace): string[] {
  const text = content.toString('latin1');
  const has = (word: string): boolean => content.includes(word);
  return [
    ...(SOURCE_MAP.test(text) && !path.endsWith('.css') ? [`${path} names a source map.`] : []),
    ...(FOREIGN_SOURCE.test(text) ? [`${path} holds a source of the tests or the preview.`] : []),
    ...placesOf(root)
      .filter(has)
      .map((place) => `${path} tells where it was built (${place}).`),
    ...SECRETS.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${path} holds ${what}.`),
    ...secretNames(env)
      .filter((name) => has(env[name] ?? ''))
      .map((name) => `${path} holds the value of ${name} of the building computer.`),
  ];
}

/** As a path may be written in a file: plain, or with the backslashes of Windows doubled. */
function placesOf(root: string): string[] {
  const home = homedir();
  // A home that is one short name, as root's, is in texts of every kind.
  const places = [root, ...(home.split(/[\\/]/).length > 2 ? [home] : [])];
  return [...new Set(places.flatMap((place) => [place, place.replaceAll('\\', '\\\\')]))];
}

/** Names of variables whose values are secrets, as far as their name tells and they are no common word. */
function secretNames(env: BuildPlace['env']): string[] {
  return Object.keys(env).filter(
    (name) =>
      /TOKEN|SECRET|PASSWORD|PASSPHRASE|PRIVATE|API_?KEY|CSC_LINK/i.test(name) &&
      (env[name]?.length ?? 0) >= 12,
  );
}
