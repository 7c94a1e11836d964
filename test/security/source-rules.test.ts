import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSource, checkText, rules, sourceFiles } from '../../scripts/security/check-source.ts';

const root = join(import.meta.dirname, '..', '..');

/** A path that a rule checks: in its first folder, or its first file. */
function placeFor(within: readonly string[]): string {
  const [first = ''] = within;
  return first.includes('.') ? first : `${first}/sample.tsx`;
}

const samples = rules.flatMap((rule) => rule.bad.map((source) => ({ rule, source })));
const harmless = rules.flatMap((rule) => rule.good.map((source) => ({ rule, source })));

test("the app's source violates no rule", () => {
  expect(checkSource().map(({ place, says }) => `${place} ${says}`)).toEqual([]);
  expect(sourceFiles().length).toBeGreaterThan(500);
});

describe('each rule finds its violations', () => {
  test.each(samples)('$rule.id: $source', ({ rule, source }) => {
    expect(checkText(placeFor(rule.within), source, [rule])).not.toEqual([]);
  });

  test('every rule has a sample that violates it', () => {
    expect(rules.filter(({ bad }) => bad.length === 0).map(({ id }) => id)).toEqual([]);
  });
});

describe('and accepts allowed code', () => {
  test.each(harmless)('$rule.id: $source', ({ rule, source }) => {
    expect(checkText(placeFor(rule.within), source, [rule])).toEqual([]);
  });
});

test('a file that cannot be parsed is an error, not a pass', () => {
  expect(() => checkText('electron/sample.ts', 'const = ;')).toThrow("Couldn't parse electron/sample.ts");
});

test('each exemption of a rule names an existing file that needs it', () => {
  for (const rule of rules) {
    for (const file of rule.but ?? []) {
      const { but: _, ...strict } = rule;
      expect(sourceFiles(), `${rule.id} excepts a file that is gone`).toContain(file);
      const seen = checkSourceWith(strict, file);
      expect(seen, `${rule.id} excepts ${file}, which does nothing of the kind`).not.toEqual([]);
    }
  }
});

function checkSourceWith(rule: (typeof rules)[number], file: string) {
  return checkText(file, readFileSync(join(root, file), 'utf8'), [rule]);
}

/** The checks of electronegativity 1.10, except those for upgrades from Electron 4 to 8. */
const ELECTRONEGATIVITY = `AFFINITY_GLOBAL_CHECK AFFINITY_HTML_CHECK AFFINITY_JS_CHECK ALLOWPOPUPS_HTML_CHECK
  AUXCLICK_HTML_CHECK AUXCLICK_JS_CHECK AVAILABLE_SECURITY_FIXES_GLOBAL_CHECK BLINK_FEATURES_HTML_CHECK
  BLINK_FEATURES_JS_CHECK CERTIFICATE_ERROR_EVENT_JS_CHECK CERTIFICATE_VERIFY_PROC_JS_CHECK CONTEXT_ISOLATION_JS_CHECK
  CSP_GLOBAL_CHECK CSP_HTML_CHECK CSP_JS_CHECK CUSTOM_ARGUMENTS_JS_CHECK CUSTOM_ARGUMENTS_JSON_CHECK
  DANGEROUS_FUNCTIONS_JS_CHECK ELECTRON_VERSION_JSON_CHECK EXPERIMENTAL_FEATURES_HTML_CHECK
  EXPERIMENTAL_FEATURES_JS_CHECK HTTP_RESOURCES_HTML_CHECK HTTP_RESOURCES_JS_CHECK
  HTTP_RESOURCES_WITH_NODE_INTEGRATION_GLOBAL_CHECK INSECURE_CONTENT_HTML_CHECK INSECURE_CONTENT_JS_CHECK
  LIMIT_NAVIGATION_GLOBAL_CHECK LIMIT_NAVIGATION_JS_CHECK NODE_INTEGRATION_ATTACH_EVENT_JS_CHECK
  NODE_INTEGRATION_HTML_CHECK NODE_INTEGRATION_JS_CHECK OPEN_EXTERNAL_JS_CHECK PERMISSION_REQUEST_HANDLER_GLOBAL_CHECK
  PERMISSION_REQUEST_HANDLER_JS_CHECK PRELOAD_JS_CHECK PROTOCOL_HANDLER_JS_CHECK REMOTE_MODULE_JS_CHECK SANDBOX_JS_CHECK
  SECURITY_WARNINGS_DISABLED_JS_CHECK SECURITY_WARNINGS_DISABLED_JSON_CHECK WEB_SECURITY_HTML_CHECK
  WEB_SECURITY_JS_CHECK`.split(/\s+/);

/** Covered at run time by electron-checklist.test.ts rather than by a source rule. */
const HELD_ELSEWHERE: Readonly<Record<string, string>> = {
  AVAILABLE_SECURITY_FIXES_GLOBAL_CHECK: '16',
  ELECTRON_VERSION_JSON_CHECK: '16',
  CSP_GLOBAL_CHECK: '7',
  CSP_HTML_CHECK: '7: by header, on every answer',
  HTTP_RESOURCES_HTML_CHECK: '7: the built page has its own files alone',
};

test('every check of electronegativity is covered by a rule or a test', () => {
  const stoodFor = new Set([...rules.flatMap(({ standsFor }) => standsFor), ...Object.keys(HELD_ELSEWHERE)]);
  const inManifest = ['CUSTOM_ARGUMENTS_JSON_CHECK', 'SECURITY_WARNINGS_DISABLED_JSON_CHECK'];
  expect(ELECTRONEGATIVITY.filter((check) => !stoodFor.has(check) && !inManifest.includes(check))).toEqual(
    [],
  );
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const command of Object.values(scripts)) {
    expect(command).not.toMatch(
      /ELECTRON_DISABLE_SECURITY_WARNINGS|--no-sandbox|--disable-|--remote-debugging/,
    );
  }
});
