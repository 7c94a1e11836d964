import { Notification } from 'electron';
import type { Message } from '../notifications/compose.ts';

/**
 * Kept at most. Not only until they close: on Windows that is when they move into the notification centre, where they
 * can be clicked for days.
 */
const MOST_KEPT = 50;

/**
 * Shows notifications of the system. They are held on to: one that the garbage collector took would never hear of its
 * click. A system that refuses (an unsigned app on macOS, notifications turned off) is reported and disturbs nothing.
 */
export class NotificationDisplay {
  private readonly kept = new Set<Notification>();
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
    this.keep(notification);
    notification.show();
  }

  private keep(notification: Notification): void {
    this.kept.add(notification);
    const [oldest] = this.kept;
    if (this.kept.size > MOST_KEPT && oldest) this.kept.delete(oldest);
  }

  private forget(notification: Notification): void {
    this.kept.delete(notification);
  }
}
