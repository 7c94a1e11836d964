const switches = new Map<string, string>();

/** Electron's `app.commandLine`, for what the app itself appends. Names are lowercased, as Electron does since 36. */
export const commandLine = {
  appendSwitch(name: string, value = ''): void {
    switches.set(name.toLowerCase(), value);
  },
  hasSwitch: (name: string) => switches.has(name.toLowerCase()),
  getSwitchValue: (name: string) => switches.get(name.toLowerCase()) ?? '',
  removeSwitch(name: string): void {
    switches.delete(name.toLowerCase());
  },
} satisfies Partial<Electron.CommandLine>;
