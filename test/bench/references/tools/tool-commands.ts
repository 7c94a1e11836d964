import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CREATE_INTERVIEW_REQUEST_PATH } from '../../../../shared/service-interface.ts';
import { createBody, placeOf } from './candidates-file.ts';

/** What to start a tool with, so that it sends one create for each row of a CSV. */
export interface ToolCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** The tools that are measured against; all that they need is written into `folder`, for the service at `origin`. */
export class ToolCommands {
  private readonly folder: string;
  private readonly url: string;

  constructor(folder: string, origin: string) {
    this.folder = folder;
    this.url = origin + CREATE_INTERVIEW_REQUEST_PATH;
  }

  /** Newman, without the table that it prints by default: it is quicker so. */
  newman(csv: string): ToolCommand {
    const collection = join(this.folder, 'newman.json');
    writeFileSync(collection, JSON.stringify(this.newmanCollection()));
    const args = ['run', collection, '--iteration-data', csv, '--silent'];
    return { command: process.execPath, args: [packaged('newman/bin/newman.js'), ...args], cwd: this.folder };
  }

  /** Bruno's command line, in its default sandbox. */
  bruno(csv: string): ToolCommand {
    const cwd = join(this.folder, 'bruno');
    mkdirSync(cwd, { recursive: true });
    writeFileSync(
      join(cwd, 'bruno.json'),
      JSON.stringify({ version: '1', name: 'Bench', type: 'collection' }),
    );
    writeFileSync(join(cwd, 'create.bru'), this.brunoRequest());
    const args = ['run', 'create.bru', '--csv-file-path', csv];
    return { command: process.execPath, args: [packaged('@usebruno/cli/bin/bru.js'), ...args], cwd };
  }

  /** A curl for each row, eight at a time: awk makes the bodies, so that no shell is started for each. */
  curl(csv: string): ToolCommand {
    const headers = HEADERS.map(([name, value]) => `-H '${name}: ${value}'`).join(' ');
    const pipeline = [
      `awk -F, 'NR > 1 { printf "${awkFormat()}%c", ${awkValues()}, 0 }' '${csv}'`,
      `xargs -0 -n 1 -P 8 curl --silent --fail --output /dev/null ${headers} '${this.url}' --data-raw`,
    ];
    return { command: 'sh', args: ['-c', pipeline.join(' | ')], cwd: this.folder };
  }

  private newmanCollection(): object {
    const raw = JSON.stringify(createBody((column) => `{{${column}}}`));
    const request = {
      method: 'POST',
      header: HEADERS.map(([key, value]) => ({ key, value })),
      body: { mode: 'raw', raw },
      url: this.url,
    };
    return {
      info: {
        name: 'Bench',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      item: [{ name: 'Create', request }],
    };
  }

  private brunoRequest(): string {
    const body = JSON.stringify(
      createBody((column) => `{{${column}}}`),
      null,
      2,
    );
    return `meta {
  name: Create
  type: http
  seq: 1
}

post {
  url: ${this.url}
  body: json
  auth: none
}

headers {
${HEADERS.map(([name, value]) => `  ${name}: ${value}`).join('\n')}
}

body:json {
${body.replace(/^/gm, '  ')}
}
`;
  }
}

const HEADERS = [
  ['Authorization', 'Bearer bench'],
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json'],
] as const;

function packaged(file: string): string {
  return join(import.meta.dirname, '../../node_modules', file);
}

/** The body as a format of awk, and the fields for its places. */
function awkFormat(): string {
  return JSON.stringify(createBody(() => '%s')).replaceAll('"', '\\"');
}

function awkValues(): string {
  const places: string[] = [];
  createBody((column) => {
    places.push(`$${placeOf(column)}`);
    return '';
  });
  return places.join(', ');
}
