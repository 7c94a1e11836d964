import type { PartOf } from './stand-in.ts';

const switches = new Map<string, string>();

/** Electron's `app.commandLine`, with only the switches that the preview and the app append. Names are lowercased, as since Electron 36. */
export const commandLine = {
  appendSwitch(name: string, value = ''): void {
    switches.set(name.toLowerCase(), value);
  },
  hasSwitch: (name: string) => switches.has(name.toLowerCase()),
  getSwitchValue: (name: string) => switches.get(name.toLowerCase()) ?? '',
  removeSwitch(name: string): void {
    switches.delete(name.toLowerCase());
  },
} satisfies PartOf<Electron.CommandLine>;
