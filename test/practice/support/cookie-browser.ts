/** A page or redirect as seen by the test browser. */
export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Final address. */
  readonly url: string;
}

/** A minimal browser: keeps cookies by path and follows redirects within one origin. */
export class CookieBrowser {
  readonly #cookies = new Map<string, { value: string; path: string }>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Opens a page; stops at a redirect to another origin. */
  async open(address: string): Promise<Visit> {
    return await this.#visit(address, { method: 'GET' });
  }

  /** Submits the form on `page` that has a button `answer`, with the given fields filled in. */
  async submit(page: Visit, answer: string, fields: Record<string, string> = {}): Promise<Visit> {
    const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    return await this.post(page.url, { token, answer, ...fields });
  }

  /** Posts a form. */
  async post(address: string, fields: Record<string, string>): Promise<Visit> {
    return await this.#visit(address, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #visit(address: string, init: RequestInit): Promise<Visit> {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { cookie: this.#cookiesFor(address) },
    });
    this.#keepCookies(response);
    const body = await response.text();
    const location = response.headers.get('location');
    if (location !== null) {
      const target = new URL(location, address);
      if (target.origin === this.#origin) return await this.open(target.href);
    }
    return { status: response.status, headers: response.headers, body, url: address };
  }

  #cookiesFor(address: string): string {
    const path = new URL(address).pathname;
    const fitting = [...this.#cookies].filter(
      ([, cookie]) => path === cookie.path || path.startsWith(asFolder(cookie.path)),
    );
    return fitting.map(([key, cookie]) => `${key.split('|')[0]}=${cookie.value}`).join('; ');
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
      const key = `${name}|${path}`;
      if (attributes.some((attribute) => attribute.startsWith('expires=Thu, 01 Jan 1970')))
        this.#cookies.delete(key);
      else this.#cookies.set(key, { value, path });
    }
  }
}

function asFolder(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
