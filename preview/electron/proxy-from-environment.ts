type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy of an address by the usual Linux environment variables, in the format of a PAC script. The scheme's own
 * variable overrides ALL_PROXY, and lower-case names override upper-case ones; NO_PROXY lists hosts and domain
 * suffixes, `*` matches all.
 */
export function proxyFromEnvironment({ protocol, hostname }: URL, environment: Environment): string {
  const value = (name: string): string => environment[name] || environment[name.toUpperCase()] || '';
  if (isBypassed(hostname, value('no_proxy'))) return 'DIRECT';
  const proxy = value(`${protocol.slice(0, -1)}_proxy`) || value('all_proxy');
  const [, scheme = 'http', address] = /^(?:([a-z0-9]+):\/\/)?(?:[^@/]*@)?([^/]+)/i.exec(proxy) ?? [];
  if (address === undefined) return 'DIRECT';
  return `${PAC_TYPES[scheme.toLowerCase()] ?? 'PROXY'} ${address}`;
}

const PAC_TYPES: Readonly<Record<string, string>> = {
  https: 'HTTPS',
  socks: 'SOCKS5',
  socks4: 'SOCKS4',
  socks5: 'SOCKS5',
};

function isBypassed(hostname: string, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const suffix = entry.replace(/^\*?\./, '').toLowerCase();
      return entry === '*' || hostname === suffix || hostname.endsWith(`.${suffix}`);
    });
}
