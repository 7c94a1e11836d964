import { onTestFinished } from 'vitest';
import { startProxy, type TestProxy, type TestProxyOptions } from './proxy-server.ts';

/** A forward proxy on 127.0.0.1 that knows CONNECT, until the test is over. */
export async function testProxy(options: TestProxyOptions = {}): Promise<TestProxy> {
  const proxy = await startProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}
