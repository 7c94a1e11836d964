import { describe, expect, test } from 'vitest';
import { relaunchOptions } from '../../../../electron/desktop/switches.ts';

describe('Callboard starts again', () => {
  test('with the switches it was started with', () => {
    expect(relaunchOptions(['/opt/Callboard/callboard', '--ozone-platform=x11'], undefined)).toEqual({
      args: ['--ozone-platform=x11'],
    });
  });

  test('with a window, and without the link that started it', () => {
    const argv = ['callboard', '--hidden', '--lang=de', '--', 'App.Callboard://new?name=A'];
    expect(relaunchOptions(argv, undefined)).toEqual({ args: ['--lang=de'] });
  });

  test('with another link, behind -- so that nothing in it is a switch', () => {
    const argv = ['callboard', '--lang=de', '--', 'app.callboard:/new?name=A'];
    expect(relaunchOptions(argv, undefined, 'app.callboard:/new?name=B')).toEqual({
      args: ['--lang=de', '--', 'app.callboard:/new?name=B'],
    });
  });

  test('from the AppImage, not from its mount, which is gone by then', () => {
    const argv = ['/tmp/.mount_CallbolXyZ/callboard', '--no-sandbox'];
    const again = {
      execPath: '/home/robin/Callboard.AppImage',
      args: ['--appimage-extract-and-run', '--no-sandbox'],
    };
    expect(relaunchOptions(argv, again.execPath)).toEqual(again);
    expect(relaunchOptions([argv[0] ?? '', ...again.args], again.execPath)).toEqual(again);
  });
});
