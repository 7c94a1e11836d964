/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const TOKEN =
  /<!--[\s\S]*?-->|<[?!][^>]*>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);/g;

/** Parses a well-formed XML document without a DOCTYPE; throws if it is malformed. */
export function parseXml(xml: string): XmlElement {
  const top: XmlElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [top];
  let position = 0;
  while (position < xml.length) {
    TOKEN.lastIndex = position;
    const token = TOKEN.exec(xml);
    const inside = open.at(-1);
    if (!token || !inside) throw new Error(`Not well-formed at ${xml.slice(position, position + 40)}`);
    position += token[0].length;
    const [, closing, opening, attributes = '', selfClosing, text] = token;
    if (closing !== undefined) {
      if (open.length < 2 || inside.name !== closing)
        throw new Error(`</${closing}> closes <${inside.name}>`);
      open.pop();
    } else if (opening !== undefined) {
      const element = { name: opening, attributes: attributesOf(attributes), children: [], text: '' };
      inside.children.push(element);
      if (selfClosing === '') open.push(element);
    } else if (text !== undefined) {
      if (open.length === 1 && text.trim() !== '') throw new Error('Text outside of the document');
      inside.text += unescaped(text);
    }
  }
  const [root, ...more] = top.children;
  if (open.length > 1 || !root || more.length > 0) throw new Error(`<${open.at(-1)?.name}> is not closed`);
  return root;
}

/** All descendants with this name. */
export function elementsNamed({ children }: XmlElement, name: string): XmlElement[] {
  return children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ]);
}

/** A property list's value. */
export function plistValue({ name, text, children }: XmlElement): unknown {
  switch (name) {
    case 'dict':
      return Object.fromEntries(
        children.flatMap((child, index) => {
          const value = children[index + 1];
          return child.name === 'key' && value ? [[child.text, plistValue(value)]] : [];
        }),
      );
    case 'array':
      return children.map(plistValue);
    case 'integer':
      return Number(text);
    case 'true':
    case 'false':
      return name === 'true';
    case 'string':
      return text;
    default:
      throw new Error(`<${name}> is no value of a policy`);
  }
}

function attributesOf(written: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', value = ''] of written.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (attributes.has(name)) throw new Error(`${name} is there twice`);
    attributes.set(name, unescaped(value));
  }
  return attributes;
}

function unescaped(text: string): string {
  if (text.replace(REFERENCE, '').includes('&')) throw new Error(`A bare & in ${text}`);
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
