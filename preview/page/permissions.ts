import type { FromPage, PermissionQuestion } from './messages.ts';

/**
 * Asks main's permission handlers before the browser's own rules apply, where Electron does, and refuses as Chromium
 * does there. The browser may still refuse what main grants. `Notification.permission` stays the browser's, because
 * main can't be asked synchronously.
 *
 * Returns callbacks for main's answers and for a lost connection. Sent to the browser as text (see page-script.ts).
 */
export function guardPermissions(post: (message: FromPage) => boolean) {
  const pending = new Map<number, (granted: boolean) => void>();
  let lastId = 0;

  function ask(question: PermissionQuestion): Promise<boolean> {
    return new Promise((resolve) => {
      const id = ++lastId;
      pending.set(id, resolve);
      if (!post({ kind: 'permission', id, question })) answer(id, false);
    });
  }

  function answer(id: number, granted: boolean): void {
    pending.get(id)?.(granted);
    pending.delete(id);
  }

  const request = (permission: string): PermissionQuestion => ({ handler: 'request', permission });

  /** Without a user gesture, or with custom formats, Chromium asks for more (clipboard_promise.cc, permission_utils.cc). */
  function writing(items: unknown): PermissionQuestion {
    const formats = Array.isArray(items) ? (items as ClipboardItem[]).flatMap(({ types }) => types) : [];
    const sanitized = !formats.some((format) => format.startsWith('web '));
    return request(
      sanitized && navigator.userActivation.isActive ? 'clipboard-sanitized-write' : 'clipboard-read',
    );
  }

  function capturing(constraints: unknown): PermissionQuestion {
    const wanted = Object(constraints) as MediaStreamConstraints;
    const mediaTypes = (['audio', 'video'] as const).filter((type) => wanted[type]);
    return { ...request('media'), mediaTypes };
  }

  /** Calls `owner[name]` only if main grants what `questionOf` makes of its first argument. */
  function guard(
    owner: object,
    name: string,
    questionOf: (first: unknown) => PermissionQuestion,
    refusal: string,
  ): void {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') return;
    Reflect.set(owner, name, async function guarded(this: unknown, ...args: unknown[]) {
      if (await ask(questionOf(args[0]))) return Reflect.apply(original, this, args);
      throw new DOMException(refusal, 'NotAllowedError');
    });
  }

  const onClipboard = (name: string) => `Failed to execute '${name}' on 'Clipboard': `;
  for (const name of ['read', 'readText']) {
    const refusal = `${onClipboard(name)}Read permission denied.`;
    guard(Clipboard.prototype, name, () => request('clipboard-read'), refusal);
  }
  for (const name of ['write', 'writeText']) {
    guard(Clipboard.prototype, name, writing, `${onClipboard(name)}Write permission denied.`);
  }
  guard(MediaDevices.prototype, 'getUserMedia', capturing, 'Permission denied');

  const { requestPermission } = Notification;
  Notification.requestPermission = async (callback) => {
    if (await ask(request('notifications'))) return requestPermission.call(Notification, callback);
    callback?.('denied');
    return 'denied';
  };

  /** The check that Electron makes for a query (permission_utils.cc, content_converter.cc). */
  function checkOf(descriptor: PermissionDescriptor & Record<string, unknown>): PermissionQuestion {
    const { name, sysex, allowWithoutGesture, allowWithoutSanitization } = descriptor;
    const permissions: Record<string, string> = {
      accelerometer: 'sensors',
      camera: 'media',
      'clipboard-write':
        allowWithoutGesture || allowWithoutSanitization ? 'clipboard-read' : 'clipboard-sanitized-write',
      gyroscope: 'sensors',
      'keyboard-lock': 'keyboardLock',
      magnetometer: 'sensors',
      microphone: 'media',
      midi: sysex ? 'midiSysex' : 'midi',
      'pointer-lock': 'pointerLock',
      push: 'notifications',
    };
    const check: PermissionQuestion = { handler: 'check', permission: permissions[name] ?? name };
    if (name === 'microphone') check.mediaTypes = ['audio'];
    if (name === 'camera' && !descriptor['panTiltZoom']) check.mediaTypes = ['video'];
    return check;
  }

  const { query } = Permissions.prototype;
  Permissions.prototype.query = async function guarded(descriptor) {
    const status = await query.call(this, descriptor);
    const granted = await ask(checkOf({ ...descriptor }));
    return Object.defineProperty(status, 'state', { value: granted ? 'granted' : 'denied' });
  };

  const { getCurrentPosition, watchPosition, clearWatch } = Geolocation.prototype;
  /** The browser's watch, by the number that the page has; undefined while main is asked. */
  const watches = new Map<number, number | undefined>();
  function deny(failure: PositionErrorCallback | null | undefined): void {
    const fields = { code: { value: 1 }, message: { value: 'User denied Geolocation' } };
    failure?.(Object.create(GeolocationPositionError.prototype, fields) as GeolocationPositionError);
  }
  Geolocation.prototype.getCurrentPosition = function guarded(success, failure, options) {
    void ask(request('geolocation')).then((granted) => {
      if (granted) getCurrentPosition.call(this, success, failure, options);
      else deny(failure);
    });
  };
  Geolocation.prototype.watchPosition = function guarded(success, failure, options) {
    const watch = ++lastId;
    watches.set(watch, undefined);
    void ask(request('geolocation')).then((granted) => {
      if (!watches.has(watch)) return;
      if (granted) watches.set(watch, watchPosition.call(this, success, failure, options));
      else deny(failure);
    });
    return watch;
  };
  Geolocation.prototype.clearWatch = function guarded(watch) {
    const started = watches.get(watch);
    watches.delete(watch);
    if (started !== undefined) clearWatch.call(this, started);
  };

  return {
    answer,
    /** Refuses what waits, whose answers can no longer arrive. */
    lost(): void {
      for (const id of [...pending.keys()]) answer(id, false);
    },
  };
}
