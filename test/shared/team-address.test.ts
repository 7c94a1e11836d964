import { describe, expect, test } from 'vitest';
import { isTeamAddress, readTeamAddress, teamConnection } from '../../shared/team.ts';

const read = (text: string) => {
  const found = readTeamAddress(text);
  return 'address' in found ? found.address : found.problem.code;
};
const fields = (text: string) => {
  const found = read(text);
  return typeof found === 'string' ? found : found.fields;
};

describe("a team's address", () => {
  test('fills all fields, and its password goes apart from them', () => {
    expect(read('postgresql://mary:se%3Acret@db.example.com:6432/hiring?schema=callboard_sales')).toEqual({
      fields: {
        ...{ host: 'db.example.com', port: 6432, database: 'hiring', user: 'mary' },
        ...{ schema: 'callboard_sales', tls: 'verify-full' },
      },
      password: 'se:cret',
      weaker: null,
    });
  });

  test('may leave out what has a usual value', () => {
    const { port, schema, tls } = teamConnection.parse({
      ...(fields('postgres://mary@db.example.com/hiring') as object),
      person: 'Mary',
    });
    expect({ port, schema, tls }).toEqual({ port: 5432, schema: 'callboard', tls: 'verify-full' });
  });

  test.each([
    ['postgresql://db.example.com', { host: 'db.example.com' }],
    ['POSTGRES://mary@db.example.com', { user: 'mary', database: 'mary' }],
    [' postgresql://mary@[2001:db8::7]:5433/d ', { host: '2001:db8::7', port: 5433 }],
    ['postgresql://ma%40ry@h/d%2Fe', { user: 'ma@ry', database: 'd/e' }],
    [
      'postgresql:///d?host=h&port=1&user=u&connect_timeout=9',
      { host: 'h', port: 1, user: 'u', database: 'd' },
    ],
    ['postgresql://h/d?sslcert=%2Fa%2Fb.pem&sslkey=c', { certificate: '/a/b.pem', key: 'c' }],
    ['postgresql://u:p:q@h/d', { user: 'u', host: 'h' }],
  ])('is read as libpq reads it: %s', (text, expected) => {
    expect(isTeamAddress(text)).toBe(true);
    expect(fields(text)).toMatchObject(expected);
  });

  test.each([
    ['postgresql://one,two/d', 'team_address_several_hosts'],
    ['postgresql:///d?host=one,two', 'team_address_several_hosts'],
    ['postgresql:///d?host=one%2Ctwo', 'team_address_several_hosts'],
    ['postgresql://h/d?service=x', 'team_option_unknown'],
    ['postgresql://h/d?sslmode=maybe', 'team_tls_unknown'],
    ['postgresql://u:100%@h/d', 'team_address_escape'],
    ['postgresql://[::1/d', 'team_address_wrong'],
    ['https://h/d', 'team_address_wrong'],
    ['', 'team_address_wrong'],
  ])('is refused in words of its own: %s', (text, code) => {
    expect(read(text)).toBe(code);
  });

  test('never makes TLS weaker, but towards this computer itself, and says what it asks for', () => {
    const tls = (text: string) => {
      const found = read(text);
      return typeof found === 'string' ? found : [found.fields.tls, found.weaker];
    };
    expect(tls('postgresql://h/d?sslmode=verify-ca')).toEqual(['verify-full', null]);
    expect(tls('postgresql://h/d?sslmode=require')).toEqual(['verify-full', 'require']);
    expect(tls('postgresql://h/d?ssl=true')).toEqual(['verify-full', 'require']);
    expect(tls('postgresql://h/d?sslmode=disable')).toEqual(['verify-full', 'off']);
    expect(tls('postgresql://127.0.0.1/d?sslmode=disable')).toEqual(['off', null]);
    expect(tls('postgresql://localhost/d?sslmode=require')).toEqual(['verify-full', 'require']);
    expect(tls('postgresql://[::1]/d?sslmode=disable')).toEqual(['off', null]);
    expect(tls('postgresql://127.0.0.1.example.com/d?sslmode=disable')).toEqual(['verify-full', 'off']);
  });
});

describe('the fields of a team', () => {
  const whole = { host: 'h', database: 'd', user: 'u', person: 'P' };
  const wrongIn = (changes: object) =>
    teamConnection.safeParse({ ...whole, ...changes }).error?.issues.map(({ path }) => path.join('.'));

  test.each([
    [{ host: '' }, 'host'],
    [{ host: '/var/run/postgresql' }, 'host'],
    [{ host: 'h/d' }, 'host'],
    [{ host: 'a,b' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ port: 65_536 }, 'port'],
    [{ port: 1.5 }, 'port'],
    [{ database: '' }, 'database'],
    [{ user: '' }, 'user'],
    [{ schema: 'Sales' }, 'schema'],
    [{ schema: 'sales"; drop schema public' }, 'schema'],
    [{ schema: '1a' }, 'schema'],
    [{ tls: 'prefer' }, 'tls'],
    [{ person: ' ' }, 'person'],
  ])('are refused each by itself: %j', (changes, field) => {
    expect(wrongIn(changes)).toEqual([field]);
  });

  test('take IPv6 with and without brackets', () => {
    expect(teamConnection.parse({ ...whole, host: '[::1]' }).host).toBe('::1');
    expect(wrongIn({ host: 'fe80::1%eth0' })).toBeUndefined();
  });
});
