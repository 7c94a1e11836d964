import { Notification } from 'electron';
import type { Message } from '../notifications/compose.ts';

/**
 * How many notifications keep a reference. They can't be dropped on `close`: on Windows that event means the notification
 * moved to the notification centre, where people can click it for days.
 */
const MAX_RETAINED = 50;

/**
 * Shows native notifications. Retains them, because a garbage-collected notification loses its click handler. Refusals
 * (an unsigned app on macOS, notifications turned off) are only reported.
 */
export class NotificationDisplay {
  private readonly retained = new Set<Notification>();
  private readonly onClick: (message: Message) => void;
  private readonly onTrouble: (error: unknown) => void;

  constructor(onClick: (message: Message) => void, onTrouble: (error: unknown) => void) {
    this.onClick = onClick;
    this.onTrouble = onTrouble;
  }

  show(message: Message): void {
    if (!Notification.isSupported()) return;
    const { title, body } = message;
    const notification = new Notification({ title, body });
    notification.on('click', () => {
      this.forget(notification);
      this.onClick(message);
    });
    notification.on('failed', (_event, reason) => {
      this.forget(notification);
      this.onTrouble(new Error(`The system did not show a notification: ${reason}`));
    });
    this.retain(notification);
    notification.show();
  }

  private retain(notification: Notification): void {
    this.retained.add(notification);
    const [oldest] = this.retained;
    if (this.retained.size > MAX_RETAINED && oldest) this.retained.delete(oldest);
  }

  private forget(notification: Notification): void {
    this.retained.delete(notification);
  }
}
