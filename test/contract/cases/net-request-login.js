import { createServer } from 'node:http';
import { app, net, session } from 'electron';
import { trace } from '../app/trace.js';

/** A proxy that knows "ada" only. */
const proxy = createServer((request, response) => {
  const wanted = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
  if (request.headers['proxy-authorization'] === wanted) response.end('let through');
  else response.writeHead(407, { 'proxy-authenticate': 'Basic realm="Example Corp"' }).end();
});

/** Sends a request whose `login` is answered by `onLogin`; resolves with what it did once it ended. */
function send(own, onLogin) {
  const events = [];
  const request = net.request({
    protocol: 'http:',
    hostname: 'updates.example.test',
    path: '/latest.yml',
    session: own,
  });
  const ended = new Promise((resolve) => {
    request.on('socket', () => events.push('socket'));
    request.on('response', (response) => {
      events.push(response.statusCode);
      response.on('data', () => undefined);
      response.on('end', () => resolve(events));
    });
    request.on('error', (error) => resolve([...events, String(error)]));
  });
  if (onLogin) {
    request.on('login', (info, answer) => {
      const { isProxy, scheme, host, realm } = info;
      events.push({ isProxy, scheme, host, realm });
      onLogin(answer);
    });
  }
  request.end();
  return { request, events, ended };
}

app.whenReady().then(async () => {
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const own = session.fromPartition('contract', { cache: false });
  const proxyRules = `http://127.0.0.1:${proxy.address().port}`;
  await own.setProxy({ mode: 'fixed_servers', proxyRules });
  trace('without a listener', { events: await send(own).ended });
  trace('declined', { events: await send(own, (answer) => answer()).ended });
  const asked = Promise.withResolvers();
  const unanswered = send(own, asked.resolve);
  await asked.promise;
  trace('answered', { events: await send(own, (answer) => answer('ada', 'secret')).ended });
  trace('remembered', { events: await send(own).ended });
  trace('unanswered', { events: unanswered.events });
  unanswered.request.abort();
  app.exit();
});
