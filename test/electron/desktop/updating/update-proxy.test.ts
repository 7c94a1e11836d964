import { describe, expect, test } from 'vitest';
import { updateProxy } from '../../../../electron/desktop/update-library.ts';

const manual = { proxyMode: 'manual', proxyBypass: '' } as const;

describe('the proxy for updates', () => {
  test('follows the settings', () => {
    const none = { proxyAddress: '', proxyBypass: '' };
    expect(updateProxy({ proxyMode: 'system', ...none })).toEqual({ mode: 'system' });
    expect(updateProxy({ proxyMode: 'none', ...none })).toEqual({ mode: 'direct' });
    expect(
      updateProxy({
        proxyMode: 'manual',
        proxyAddress: 'proxy.example.com:8080',
        proxyBypass: '*.example.org; 10.0.0.0/8\n<local>',
      }),
    ).toEqual({
      mode: 'fixed_servers',
      proxyRules: 'http://proxy.example.com:8080',
      proxyBypassRules: '*.example.org,10.0.0.0/8,<local>',
    });
  });

  test("keeps the proxy's protocol", () => {
    const { proxyRules } = updateProxy({ ...manual, proxyAddress: 'socks5://[::1]:1080' });
    expect(proxyRules).toBe('socks5://[::1]:1080');
  });

  test("is not bypassed if its address can't be parsed", () => {
    expect(updateProxy({ ...manual, proxyAddress: 'nonsense' }).mode).toBe('fixed_servers');
  });
});
