import { readFileSync, readlinkSync } from 'node:fs';
import { app, type BrowserWindow } from 'electron';
import { type Checks, NotAvailableError } from '../checks.ts';

/** Whether pages run in the sandbox, as the system itself tells. */
export async function checkSandbox(checks: Checks, window: BrowserWindow | undefined): Promise<void> {
  const area = 'Sandbox';
  await checks.run(area, 'Electron was started with its sandbox', () => {
    const off = ['no-sandbox', 'disable-setuid-sandbox'].filter((name) => app.commandLine.hasSwitch(name));
    if (off.length > 0) throw new Error(`Started with --${off.join(' --')}.`);
    return 'no switch turns it off';
  });
  await checks.run(area, "The page's process is sandboxed", () => {
    if (!window) throw new NotAvailableError('No window opened.');
    const pid = window.webContents.getOSProcessId();
    if (process.platform === 'linux') return onLinux(pid);
    const metric = app.getAppMetrics().find((each) => each.pid === pid);
    if (metric?.sandboxed !== true) throw new Error(`sandboxed: ${metric?.sandboxed}`);
    return `sandboxed; integrity level: ${metric.integrityLevel ?? 'not told on this system'}`;
  });
}

/** Electron tells it on macOS and Windows only; here the kernel does. */
function onLinux(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const seccomp = /^Seccomp:\s*(\d)/m.exec(status)?.[1];
  const namespace = (of: number | 'self') => readlinkSync(`/proc/${of}/ns/user`);
  const own = namespaceOrUnreadable(() => namespace(pid));
  const words = `seccomp mode ${seccomp}, user namespace ${own === namespace('self') ? 'shared with main' : own}`;
  if (seccomp !== '2') throw new Error(words);
  return words;
}

/** The setuid sandbox makes its processes unreadable. */
function namespaceOrUnreadable(read: () => string): string {
  try {
    return read();
  } catch {
    return 'not readable';
  }
}
