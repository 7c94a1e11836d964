import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { app } from 'electron';
import type { PracticeTracesEraser } from '../privacy/ports.ts';
import type { PracticeClient, PracticeServiceHost } from '../workspaces/workspace-manager.ts';

/** The embedded practice service: loaded on first use, with its data in the user-data folder. */
export function practiceHost(userData: string): PracticeServiceHost & {
  /** Ends it and deletes its data. */
  forget(): Promise<void>;
} {
  let running: Promise<{ baseUrl: string; authUrl: string; close(): Promise<void> }> | undefined;
  const close = async (): Promise<void> => {
    const service = await running;
    running = undefined;
    await service?.close();
  };
  return {
    start: (client) => {
      running ??= startOnPort({ ...client, folder: practiceFolder(userData), timeScale: timeScale() }).catch(
        (error: unknown) => {
          running = undefined;
          throw error;
        },
      );
      return running;
    },
    close,
    forget: async () => {
      await close();
      await rm(practiceFolder(userData), { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Erases from the practice service's store, whether the service runs or not. */
export function practiceTracesEraser(userData: string): PracticeTracesEraser {
  return {
    erase: async (traces) => {
      const folder = practiceFolder(userData);
      // Never used: don't load it.
      if (!existsSync(folder)) return;
      const { erasePracticeRequests } = await import('./embedded-practice-service.ts');
      erasePracticeRequests(folder, traces);
    },
  };
}

/** Twice as fast as the service alone: the first candidate is assessed within a minute. */
const TIME_SCALE = 2;

/** Tests speed up the practice service's clock; a packaged app ignores the variable. */
function timeScale(): number {
  const wanted = Number(process.env['CALLBOARD_PRACTICE_TIME_SCALE']);
  return app.isPackaged || !(wanted > 0) ? TIME_SCALE : wanted;
}

function practiceFolder(userData: string): string {
  return join(userData, 'practice');
}

async function startOnPort(
  options: PracticeClient & { readonly folder: string; readonly timeScale: number },
) {
  const { PortTakenError, startPracticeService } = await import('./embedded-practice-service.ts');
  try {
    return await startPracticeService(options);
  } catch (error) {
    if (options.port === 0 || !(error instanceof PortTakenError)) throw error;
    return startPracticeService({ ...options, port: 0 });
  }
}
