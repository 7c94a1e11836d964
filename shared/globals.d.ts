// The WHATWG URL class is the same in Node and in browsers, so `shared/` may use it without either's other globals.
// Applies only when `shared/` is type-checked on its own; importing projects have their runtime's declaration.
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
