import { spawn } from 'node:child_process';
import { platform } from 'node:process';

/** Opens `address` in the default browser. No shell is involved, so the address can't inject a command. */
export function openInBrowser(address: string): void {
  const [program, ...args] = openerCommand();
  const opener = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  opener.once('error', (error) => console.error(`Couldn't open the browser (${error.message}): ${address}`));
  opener.unref();
}

function openerCommand(): [string, ...string[]] {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return [platform === 'darwin' ? 'open' : 'xdg-open'];
}
