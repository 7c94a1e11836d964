import { spawn } from 'node:child_process';
import { platform } from 'node:process';

/** Opens `address` in the person's browser. No shell is involved, so nothing in the address can be a command. */
export function openInBrowser(address: string): void {
  const [program, ...args] = openerCommand();
  const opener = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  opener.once('error', (error) =>
    console.error(`The browser could not be opened (${error.message}): ${address}`),
  );
  opener.unref();
}

function openerCommand(): [string, ...string[]] {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return [platform === 'darwin' ? 'open' : 'xdg-open'];
}
