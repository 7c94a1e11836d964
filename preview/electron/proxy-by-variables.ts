type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy of an address by the variables that programs on Linux go by, as a PAC script would say it. The scheme's own
 * variable comes before ALL_PROXY, the lower-case name before the upper-case one; NO_PROXY lists hosts and endings of
 * them, `*` stands for all.
 */
export function proxyByVariables({ protocol, hostname }: URL, environment: Environment): string {
  const value = (name: string): string => environment[name] || environment[name.toUpperCase()] || '';
  if (isExcepted(hostname, value('no_proxy'))) return 'DIRECT';
  const proxy = value(`${protocol.slice(0, -1)}_proxy`) || value('all_proxy');
  const [, scheme = 'http', address] = /^(?:([a-z0-9]+):\/\/)?(?:[^@/]*@)?([^/]+)/i.exec(proxy) ?? [];
  if (address === undefined) return 'DIRECT';
  return `${WORDS[scheme.toLowerCase()] ?? 'PROXY'} ${address}`;
}

const WORDS: Readonly<Record<string, string>> = {
  https: 'HTTPS',
  socks: 'SOCKS5',
  socks4: 'SOCKS4',
  socks5: 'SOCKS5',
};

function isExcepted(hostname: string, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const ending = entry.replace(/^\*?\./, '').toLowerCase();
      return entry === '*' || hostname === ending || hostname.endsWith(`.${ending}`);
    });
}
