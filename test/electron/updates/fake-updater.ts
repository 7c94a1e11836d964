import type { Updater } from '../../../electron/updates/app-updates.ts';
import type { Update, UpdateChannel } from '../../../shared/updates.ts';

/**
 * An updater whose answers the test controls. Like electron-updater it has one promise per check, reports progress during
 * a download, and never resolves an installation.
 */
export class FakeUpdater implements Updater {
  readonly checked: UpdateChannel[] = [];
  downloads = 0;
  installs = 0;
  private checking = Promise.withResolvers<Update | undefined>();
  private downloading = Promise.withResolvers<void>();
  private installing = Promise.withResolvers<never>();
  private onProgress: (percent: number) => void = () => undefined;

  check(channel: UpdateChannel): Promise<Update | undefined> {
    this.checked.push(channel);
    this.checking = Promise.withResolvers();
    return this.checking.promise;
  }

  download(onProgress: (percent: number) => void): Promise<void> {
    this.downloads += 1;
    this.onProgress = onProgress;
    this.downloading = Promise.withResolvers();
    return this.downloading.promise;
  }

  install(): Promise<never> {
    this.installs += 1;
    this.installing = Promise.withResolvers();
    return this.installing.promise;
  }

  found(update: Update | undefined): void {
    this.checking.resolve(update);
  }

  checkFailed(error: Error): void {
    this.checking.reject(error);
  }

  progress(percent: number): void {
    this.onProgress(percent);
  }

  downloaded(): void {
    this.downloading.resolve();
  }

  downloadFailed(error: Error): void {
    this.downloading.reject(error);
  }

  installFailed(error: Error): void {
    this.installing.reject(error);
  }
}
