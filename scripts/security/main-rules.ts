import { APP, MAIN, type Rule } from './rule.ts';
import {
  calleeOf,
  child,
  children,
  moduleOf,
  nameOf,
  propertiesOf,
  type SyntaxNode,
  textOf,
} from './syntax.ts';

/** Required window preferences. */
const NEEDED = { contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true } as const;
/** Allowed further preferences, which don't weaken security. */
const HARMLESS = new Set(['preload', 'javascript', 'spellcheck', 'backgroundThrottling', 'disableDialogs']);

const WEAKENING = new Set([
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'enableBlinkFeatures',
  'disableBlinkFeatures',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'webviewTag',
  'allowpopups',
  'allowPopups',
  'enableRemoteModule',
  'affinity',
  'nativeWindowOpen',
  'safeDialogs',
  'navigateOnDragDrop',
  'plugins',
  'enablePreferredSizeMode',
  'devTools',
]);
const OTHER_VIEWS = new Set(['BaseWindow', 'BrowserView', 'WebContentsView', 'webview', 'desktopCapturer']);

function hasSafePreferences(window: SyntaxNode): boolean {
  const options = propertiesOf(children(window, 'arguments')[0]);
  const preferences = propertiesOf(options.get('webPreferences'));
  return (
    !options.has('…') &&
    Object.entries(NEEDED).every(([name, value]) => preferences.get(name)?.['value'] === value) &&
    [...preferences.keys()].every((name) => name in NEEDED || HARMLESS.has(name))
  );
}

const importsName = (node: SyntaxNode, module: string, name: RegExp): boolean =>
  moduleOf(node) === module &&
  children(node, 'specifiers').some((each) => name.test(nameOf(child(each, 'imported')) ?? ''));

/** Rules for the main process. */
export const mainRules: readonly Rule[] = [
  {
    id: 'windows-in-named-files',
    says: 'makes a window where none is made',
    within: APP,
    but: ['electron/desktop/main-window.ts', 'electron/desktop/save-file.ts'],
    points: [2, 3, 4],
    standsFor: [],
    breaks: (node) => node.type === 'NewExpression' && calleeOf(node) === 'BrowserWindow',
    bad: ['new BrowserWindow({});', 'new electron.BrowserWindow();'],
    good: ['BrowserWindow.getAllWindows();'],
  },
  {
    id: 'safe-windows',
    says: 'makes a window whose preferences are not, in so many words, the safe ones',
    within: MAIN,
    points: [2, 3, 4, 6, 8, 9, 10],
    standsFor: [
      'NODE_INTEGRATION_JS_CHECK',
      'CONTEXT_ISOLATION_JS_CHECK',
      'SANDBOX_JS_CHECK',
      'WEB_SECURITY_JS_CHECK',
      'INSECURE_CONTENT_JS_CHECK',
      'EXPERIMENTAL_FEATURES_JS_CHECK',
      'BLINK_FEATURES_JS_CHECK',
      'AFFINITY_JS_CHECK',
      'PRELOAD_JS_CHECK',
    ],
    breaks: (node) =>
      node.type === 'NewExpression' && calleeOf(node) === 'BrowserWindow' && !hasSafePreferences(node),
    bad: [
      'new BrowserWindow();',
      'new BrowserWindow({ width: 1 });',
      'new BrowserWindow(options);',
      'new BrowserWindow({ ...options });',
      'new BrowserWindow({ webPreferences: { ...safe } });',
      'new BrowserWindow({ webPreferences: { contextIsolation: true, sandbox: true, webSecurity: true } });',
      ...Object.keys(NEEDED).map((name) => windowWith({ [name]: name === 'nodeIntegration' })),
      ...['allowRunningInsecureContent', 'experimentalFeatures', 'webviewTag'].map((name) =>
        windowWith({ [name]: true }),
      ),
      "new BrowserWindow({ webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true, enableBlinkFeatures: 'x' } });",
    ],
    good: [windowWith({}), windowWith({ javascript: false, spellcheck: false })],
  },
  {
    id: 'no-weaker-preferences',
    says: 'sets a preference that weakens a page',
    within: APP,
    points: [2, 6, 8, 9, 10, 11],
    standsFor: ['NODE_INTEGRATION_ATTACH_EVENT_JS_CHECK', 'AFFINITY_GLOBAL_CHECK'],
    breaks: (node) => {
      const [target, value] =
        node.type === 'Property'
          ? [node, child(node, 'value')]
          : node.type === 'AssignmentExpression'
            ? [child(node, 'left'), child(node, 'right')]
            : [];
      const name = nameOf(target) ?? '';
      if (WEAKENING.has(name)) return true;
      return Object.entries(NEEDED).some(
        ([needed, wanted]) => needed === name && value?.['value'] !== wanted,
      );
    },
    bad: [
      'const preferences = { nodeIntegration: true };',
      'preferences.sandbox = false;',
      'preferences.webSecurity = maybe;',
      'const preferences = { allowRunningInsecureContent: true };',
      "const preferences = { enableBlinkFeatures: 'x' };",
      'preferences.nodeIntegrationInWorker = true;',
      'const preferences = { webviewTag: true };',
    ],
    good: ['const preferences = { sandbox: true };', 'preferences.contextIsolation = true;'],
  },
  {
    id: 'no-other-views',
    says: 'uses a kind of page that the guards do not know',
    within: APP,
    points: [11, 12, 14],
    standsFor: [],
    breaks: (node) =>
      OTHER_VIEWS.has(calleeOf(node) ?? '') ||
      importsName(node, 'electron', /^(?:BaseWindow|BrowserView|WebContentsView|desktopCapturer)$/),
    bad: ["import { WebContentsView } from 'electron';", 'new BrowserView();'],
    good: ["import { BrowserWindow } from 'electron';"],
  },
  {
    id: 'no-remote',
    says: "gives pages the main process's objects",
    within: [...APP, 'preview'],
    points: [20],
    standsFor: ['REMOTE_MODULE_JS_CHECK'],
    breaks: (node) =>
      /^@electron\/remote/.test(moduleOf(node) ?? '') || importsName(node, 'electron', /^remote$/),
    bad: [
      "import { initialize } from '@electron/remote/main';",
      "import { remote } from 'electron';",
      "require('@electron/remote');",
    ],
    good: ["import { app } from 'electron';"],
  },
  {
    id: 'one-bridge',
    says: 'gives a page more than the one bridge, or answers it past the one place that checks who asks',
    within: APP,
    but: ['electron/preload.ts', 'electron/ipc/register-calls.ts'],
    points: [17, 20],
    standsFor: ['PRELOAD_JS_CHECK'],
    breaks: (node) =>
      importsName(node, 'electron', /^(?:ipcMain|ipcRenderer|contextBridge|webFrame|MessageChannelMain)$/) ||
      /^(?:exposeInMainWorld|exposeInIsolatedWorld)$/.test(calleeOf(node) ?? '') ||
      (node.type === 'MemberExpression' &&
        /^ipc(?:Main|Renderer)$/.test(nameOf(child(node, 'object')) ?? '')),
    bad: [
      "import { ipcMain } from 'electron';",
      "ipcMain.handle('x', run);",
      "contextBridge.exposeInMainWorld('x', y);",
      "import { ipcRenderer } from 'electron';",
    ],
    good: ["import { app } from 'electron';"],
  },
  {
    id: 'one-way-to-the-system',
    says: 'hands something to the operating system to open, past the one place that judges addresses',
    within: APP,
    but: ['electron/desktop/system-browser.ts'],
    points: [15],
    standsFor: ['OPEN_EXTERNAL_JS_CHECK'],
    breaks: (node) =>
      /^(?:openExternal|openPath|openItem)$/.test(
        node.type === 'MemberExpression' ? (nameOf(node) ?? '') : (calleeOf(node) ?? ''),
      ) ||
      (node.type === 'Property' && /^open(?:External|Path|Item)$/.test(nameOf(node) ?? '')),
    bad: ['shell.openExternal(address);', 'shell.openPath(path);', 'const { openExternal } = shell;'],
    good: ['systemBrowser.open(address);', 'shell.showItemInFolder(path);'],
  },
  {
    id: 'programs-in-named-files',
    says: 'starts a program where none is started, or through a shell',
    within: APP,
    but: [
      // Runs the system's tools for link handlers (xdg-mime, xdg-settings, update-desktop-database).
      'electron/desktop/desktop-entries.ts',
      'electron/desktop/link-scheme.ts',
      // Runs the system's tools for managed settings (reg.exe, plutil) by absolute path.
      'electron/desktop/policy-sources.ts',
      // Starts the PostgreSQL of the practice team, for `npm run practice -- --team`; the app never does.
      'practice/team/postgres-cluster.ts',
    ],
    points: [15],
    standsFor: [],
    breaks: (node) => /^(?:node:)?(?:child_process|cluster)$/.test(moduleOf(node) ?? ''),
    bad: [
      "import { spawn } from 'node:child_process';",
      "import { exec } from 'child_process';",
      "await import('node:child_process');",
    ],
    good: ["import { Worker } from 'node:worker_threads';"],
  },
  {
    id: 'no-shell',
    says: 'starts a program through a shell',
    within: [...APP, 'preview'],
    points: [15],
    standsFor: [],
    breaks: (node) =>
      (moduleOf(node) ?? '').endsWith('child_process') &&
      children(node, 'specifiers').some((each) =>
        /^(?:exec|execSync|fork|default)$/.test(nameOf(child(each, 'imported')) ?? 'default'),
      )
        ? true
        : node.type === 'Property' && nameOf(node) === 'shell' && child(node, 'value')?.['value'] === true,
    bad: [
      "import { exec } from 'node:child_process';",
      "import * as processes from 'node:child_process';",
      "spawn('x', [], { shell: true });",
    ],
    good: ["import { execFile } from 'node:child_process';"],
  },
  {
    id: 'certificates-are-checked',
    says: 'loosens how connections are secured',
    within: [...APP, 'preview'],
    // A team database's TLS is unverified where a person chose that aloud (shared/team.ts).
    but: ['electron/team/open-connection.ts'],
    points: [1, 6],
    standsFor: ['CERTIFICATE_ERROR_EVENT_JS_CHECK', 'CERTIFICATE_VERIFY_PROC_JS_CHECK'],
    breaks: (node) =>
      /^(?:certificate-error|NODE_TLS_REJECT_UNAUTHORIZED|ignore-certificate-errors.*|allow-insecure-localhost)$/.test(
        textOf(node) ?? '',
      ) ||
      /^(?:NODE_TLS_REJECT_UNAUTHORIZED|setCertificateVerifyProc|checkServerIdentity|secureProtocol)$/.test(
        node.type === 'Property' || node.type === 'MemberExpression' ? (nameOf(node) ?? '') : '',
      ) ||
      (node.type === 'Property' &&
        nameOf(node) === 'rejectUnauthorized' &&
        child(node, 'value')?.['value'] !== true) ||
      (node.type === 'Property' &&
        /^(?:minVersion|maxVersion)$/.test(nameOf(node) ?? '') &&
        !/^tlsv?1\.[23]$/i.test(textOf(child(node, 'value')) ?? '')),
    bad: [
      "app.on('certificate-error', allow);",
      'session.setCertificateVerifyProc(allow);',
      'new Agent({ connect: { rejectUnauthorized: false } });',
      'new Agent({ connect: { rejectUnauthorized: strict } });',
      "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';",
      "connect({ minVersion: 'TLSv1' });",
      'connect({ checkServerIdentity: () => undefined });',
      "app.commandLine.appendSwitch('ignore-certificate-errors');",
    ],
    good: ["session.setSSLConfig({ minVersion: 'tls1.2' });", 'connect({ rejectUnauthorized: true });'],
  },
  {
    id: 'plain-http-in-one-place',
    says: 'lets a sign-in go over plain http, past the one place that asks whether it is this computer itself',
    within: APP,
    but: ['electron/auth/token-request.ts'],
    points: [1],
    standsFor: [],
    breaks: (node) =>
      /^(?:Property|MemberExpression|ImportSpecifier)$/.test(node.type) &&
      (nameOf(node) ?? nameOf(child(node, 'imported'))) === 'allowInsecureRequests',
    bad: [
      'const options = { [oauth.allowInsecureRequests]: true };',
      "import { allowInsecureRequests } from 'oauth4webapi';",
    ],
    good: ["import { tokenRequest } from 'oauth4webapi';"],
  },
  {
    id: 'no-switches',
    says: 'changes how Chromium or Node starts',
    within: APP,
    points: [4, 6, 9, 10, 19],
    standsFor: ['CUSTOM_ARGUMENTS_JS_CHECK', 'SECURITY_WARNINGS_DISABLED_JS_CHECK', 'SANDBOX_JS_CHECK'],
    breaks: (node) =>
      /^append(?:Switch|Argument)$/.test(calleeOf(node) ?? '') ||
      /^(?:ELECTRON_DISABLE_SECURITY_WARNINGS|ELECTRON_RUN_AS_NODE|NODE_OPTIONS|--no-sandbox|--remote-debugging-port.*)$/.test(
        textOf(node) ?? (node.type === 'Identifier' ? String(node['name']) : ''),
      ),
    bad: [
      "app.commandLine.appendSwitch('no-sandbox');",
      "process.env['ELECTRON_DISABLE_SECURITY_WARNINGS'] = '1';",
      'process.env.ELECTRON_DISABLE_SECURITY_WARNINGS = 1;',
      "spawn('x', ['--no-sandbox']);",
    ],
    good: ["app.commandLine.hasSwitch('x');"],
  },
  {
    id: 'one-scheme',
    says: 'serves or loads pages by another way than the one scheme',
    within: APP,
    but: ['electron/desktop/app-protocol.ts'],
    points: [1, 18],
    standsFor: ['PROTOCOL_HANDLER_JS_CHECK'],
    breaks: (node) =>
      /^(?:loadFile|registerSchemesAsPrivileged|(?:register|intercept)\w+Protocol|addBypassScheme|setAsDefaultHandler)$/.test(
        calleeOf(node) ?? '',
      ) ||
      (calleeOf(node) === 'handle' && nameOf(child(child(node, 'callee'), 'object')) === 'protocol') ||
      (calleeOf(node) === 'loadURL' && textOf(children(node, 'arguments')[0]) !== undefined),
    bad: [
      "window.loadFile('index.html');",
      "window.loadURL('file:///x/index.html');",
      "window.loadURL('https://example.com');",
      'window.loadURL(`http://127.0.0.1`);',
      "protocol.registerFileProtocol('x', serve);",
      "protocol.handle('x', serve);",
    ],
    good: ['window.loadURL(APP_PAGE);', 'queue.handle(x);'],
  },
  {
    id: 'plain-scheme',
    says: 'gives the scheme a privilege it does not need',
    within: MAIN,
    points: [7, 18],
    standsFor: ['PROTOCOL_HANDLER_JS_CHECK', 'CSP_JS_CHECK'],
    breaks: (node) =>
      node.type === 'Property' &&
      /^(?:bypassCSP|allowServiceWorkers|corsEnabled|allowExtensions)$/.test(nameOf(node) ?? '') &&
      child(node, 'value')?.['value'] !== false,
    bad: ["protocol.registerSchemesAsPrivileged([{ scheme: 'x', privileges: { bypassCSP: true } }]);"],
    good: ["const scheme = { scheme: 'x', privileges: { standard: true, secure: true } };"],
  },
  {
    id: 'guards-stay',
    says: 'takes a guard away, or grants in its place',
    within: APP,
    but: ['electron/desktop/guards.ts'],
    points: [5, 12, 13, 14],
    standsFor: [
      'PERMISSION_REQUEST_HANDLER_JS_CHECK',
      'PERMISSION_REQUEST_HANDLER_GLOBAL_CHECK',
      'LIMIT_NAVIGATION_JS_CHECK',
    ],
    breaks: (node) =>
      /^(?:set(?:PermissionRequest|PermissionCheck|DevicePermission|DisplayMediaRequest|WindowOpen|BluetoothPairing|USBProtectedClasses)\w*|removeAllListeners)$/.test(
        calleeOf(node) ?? '',
      ) ||
      (/^(?:on|once|addListener)$/.test(calleeOf(node) ?? '') &&
        textOf(children(node, 'arguments')[0]) === 'login') ||
      /^(?:will-navigate|will-frame-navigate|will-redirect|will-attach-webview|will-download|select-client-certificate)$/.test(
        textOf(node) ?? '',
      ),
    bad: [
      'session.setPermissionRequestHandler(null);',
      "contents.setWindowOpenHandler(() => ({ action: 'allow' }));",
      'contents.removeAllListeners();',
      "contents.on('will-navigate', allow);",
      "app.on('login', answer);",
    ],
    good: ["contents.on('did-finish-load', deliver);"],
  },
  {
    id: 'no-secret-in-the-source',
    says: 'holds a secret, or puts one into an address',
    within: ['electron', 'renderer', 'shared'],
    points: [],
    standsFor: [],
    breaks: (node) =>
      (node.type === 'Property' &&
        /^(?:clientSecret|client_secret|password|accessToken|access_token|apiKey)$/.test(
          nameOf(node) ?? '',
        ) &&
        (textOf(child(node, 'value')) ?? '') !== '') ||
      /[?&](?:access_token|client_secret|refresh_token)=/.test(textOf(node) ?? ''),
    bad: ["const connection = { clientSecret: 'abc' };", 'get(`/x?access_token=`);'],
    good: ["const connection = { clientSecret: '' };", 'const body = { client_secret: secret };'],
  },
];

/** A sample window with the required preferences and these. */
function windowWith(changes: Readonly<Record<string, boolean>>): string {
  const preferences = Object.entries({ ...NEEDED, ...changes }).map(([name, value]) => `${name}: ${value}`);
  return `new BrowserWindow({ width: 1, webPreferences: { ${preferences.join(', ')} } });`;
}
