// The WHATWG URL class is the same in Node and in the browser; `shared/` may use it without either's other globals.
// Seen only when `shared/` is checked by itself: its users bring the declaration of their own runtime.
declare class URL {
  static parse(url: string, base?: string): URL | null;
  static canParse(url: string, base?: string): boolean;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
