import { onTestFinished } from 'vitest';
import { startProxy, type TestProxy, type TestProxyOptions } from './proxy-server.ts';

/** A forward proxy that runs until the test ends. */
export async function testProxy(options: TestProxyOptions = {}): Promise<TestProxy> {
  const proxy = await startProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}
