interface Surroundings {
  readonly platform?: NodeJS.Platform;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly execPath?: string;
}

export function npmCommand(surroundings?: Surroundings): readonly [program: string, ...first: string[]];
