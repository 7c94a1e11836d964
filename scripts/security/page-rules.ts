import { APP, PAGE, type Rule } from './rule.ts';
import { calleeOf, child, children, nameOf, textOf } from './syntax.ts';

const MARKUP_PROPERTIES = new Set(['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'srcdoc', 'srcDoc']);
const MARKUP_CALLS = new Set([
  'insertAdjacentHTML',
  'createContextualFragment',
  'setHTMLUnsafe',
  'parseHTMLUnsafe',
  'DOMParser',
  'writeln',
]);
const NETWORK = new Set([
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
  'sendBeacon',
  'importScripts',
]);
const EMBEDDING = new Set(['webview', 'iframe', 'frame', 'object', 'embed', 'base', 'portal']);

/** Rules for pages. */
export const pageRules: readonly Rule[] = [
  {
    id: 'no-markup-from-text',
    says: 'makes markup from text',
    within: [...APP, 'preview'],
    points: [7],
    standsFor: ['DANGEROUS_FUNCTIONS_JS_CHECK'],
    breaks: (node) =>
      (/^(?:JSXAttribute|Property)$/.test(node.type) && MARKUP_PROPERTIES.has(nameOf(node) ?? '')) ||
      (node.type === 'AssignmentExpression' && MARKUP_PROPERTIES.has(nameOf(child(node, 'left')) ?? '')) ||
      MARKUP_CALLS.has(calleeOf(node) ?? '') ||
      (calleeOf(node) === 'write' && nameOf(child(child(node, 'callee'), 'object')) === 'document'),
    bad: [
      'export const X = () => <p dangerouslySetInnerHTML={{ __html: y }} />;',
      'const props = { dangerouslySetInnerHTML: { __html: y } };',
      'element.innerHTML = text;',
      "element['outerHTML'] += text;",
      'frame.srcdoc = text;',
      'document.write(text);',
      "element.insertAdjacentHTML('beforeend', text);",
      "new DOMParser().parseFromString(text, 'text/html');",
      'range.createContextualFragment(text);',
    ],
    good: ['element.textContent = text;', 'stream.write(text);', 'const seen = element.innerHTML;'],
  },
  {
    id: 'no-text-as-code',
    says: 'runs text as code',
    within: [...APP, 'preview'],
    points: [7, 20],
    standsFor: ['DANGEROUS_FUNCTIONS_JS_CHECK'],
    breaks: (node) =>
      /^(?:eval|Function|executeJavaScript|executeJavaScriptInIsolatedWorld|insertCSS|runInThisContext|runInNewContext)$/.test(
        calleeOf(node) ?? '',
      ) ||
      (/^set(?:Timeout|Interval|Immediate)$/.test(calleeOf(node) ?? '') &&
        /^(?:Literal|TemplateLiteral|BinaryExpression)$/.test(children(node, 'arguments')[0]?.type ?? '')) ||
      /^(?:node:)?vm$/.test(textOf(child(node, 'source')) ?? ''),
    bad: [
      'eval(text);',
      'globalThis.eval(text);',
      'new Function(text);',
      "setTimeout('run()', 1);",
      'setInterval(`run()`, 1);',
      'contents.executeJavaScript(text);',
      'contents.insertCSS(text);',
      "import { runInThisContext } from 'node:vm';",
    ],
    good: ['setTimeout(run, 1);', 'setTimeout(() => run(), 1);', 'evaluate(text);'],
  },
  {
    id: 'no-foreign-content',
    says: 'shows content of another origin inside the app',
    within: APP,
    points: [1, 2, 11, 12],
    standsFor: [
      'ALLOWPOPUPS_HTML_CHECK',
      'NODE_INTEGRATION_HTML_CHECK',
      'WEB_SECURITY_HTML_CHECK',
      'INSECURE_CONTENT_HTML_CHECK',
      'EXPERIMENTAL_FEATURES_HTML_CHECK',
      'BLINK_FEATURES_HTML_CHECK',
      'AUXCLICK_HTML_CHECK',
      'AFFINITY_HTML_CHECK',
    ],
    breaks: (node) =>
      (node.type === 'JSXOpeningElement' && EMBEDDING.has(nameOf(child(node, 'name')) ?? '')) ||
      (calleeOf(node) === 'createElement' && EMBEDDING.has(textOf(children(node, 'arguments')[0]) ?? '')),
    bad: [
      'export const X = () => <webview src={address} allowpopups />;',
      'export const X = () => <iframe src={address} />;',
      "document.createElement('webview');",
      "createElement('iframe', { src: address });",
    ],
    good: ["document.createElement('style');", 'export const X = () => <svg />;'],
  },
  {
    id: 'no-network-in-the-page',
    says: 'talks to the network from a page',
    within: PAGE,
    points: [1],
    standsFor: ['HTTP_RESOURCES_JS_CHECK', 'HTTP_RESOURCES_WITH_NODE_INTEGRATION_GLOBAL_CHECK'],
    breaks: (node) =>
      NETWORK.has(calleeOf(node) ?? '') ||
      (node.type === 'JSXAttribute' &&
        /^(?:src|href|action|data|poster)$/.test(nameOf(node) ?? '') &&
        /^(?:\w+:)?\/\//.test(textOf(child(node, 'value')) ?? '')) ||
      (node.type === 'ImportExpression' && /^(?:\w+:)?\/\//.test(textOf(child(node, 'source')) ?? '')),
    bad: [
      "fetch('http://example.com');",
      'window.fetch(address);',
      'new WebSocket(address);',
      'navigator.sendBeacon(address);',
      'export const X = () => <img src="https://example.com/a.png" />;',
      'export const X = () => <a href="http://example.com">x</a>;',
      "import('https://example.com/a.js');",
    ],
    good: ["import('./page.tsx');", 'export const X = () => <a href="#/requests">x</a>;', 'query.refetch();'],
  },
  {
    id: 'no-way-out-of-the-page',
    says: 'opens a window or leaves the page',
    within: PAGE,
    points: [13, 14],
    standsFor: ['AUXCLICK_JS_CHECK', 'LIMIT_NAVIGATION_JS_CHECK'],
    breaks: (node) =>
      (node.type === 'JSXAttribute' && nameOf(node) === 'target') ||
      (node.type === 'CallExpression' &&
        calleeOf(node) === 'open' &&
        /^(?:window|globalThis|self)$/.test(nameOf(child(child(node, 'callee'), 'object')) ?? '')) ||
      (node.type === 'AssignmentExpression' && /^location$/.test(nameOf(child(node, 'left')) ?? '')) ||
      /^\s*(?:javascript|vbscript|data:text\/html)/i.test(textOf(node) ?? ''),
    bad: [
      'export const X = () => <a href={x} target="_blank">x</a>;',
      'window.open(address);',
      'location = address;',
      'window.location = address;',
      "const link = 'javascript:run()';",
    ],
    good: ['dialog.open();', 'location.hash = place;'],
  },
  {
    id: 'no-origin-by-its-beginning',
    says: 'compares an origin or a scheme by how a text begins',
    within: ['electron', ...PAGE],
    points: [13, 17],
    standsFor: ['LIMIT_NAVIGATION_GLOBAL_CHECK'],
    breaks: (node) => {
      if (!/^(?:startsWith|includes|indexOf)$/.test(calleeOf(node) ?? '')) return false;
      const [wanted] = children(node, 'arguments');
      const named = [wanted, ...children(wanted, 'expressions')].some((each) =>
        /origin|base_?url/i.test(nameOf(each) ?? ''),
      );
      return named || /^[a-z][\w.+-]*:\/\/./i.test(textOf(wanted) ?? '');
    },
    bad: [
      'address.startsWith(APP_ORIGIN);',
      `address.startsWith(\`\${APP_ORIGIN}/\`);`,
      "address.startsWith('https://example.com');",
      'address.includes(origin);',
    ],
    good: ["name.startsWith('.');", 'parsed.origin === origin;', 'ids.includes(id);'],
  },
];
