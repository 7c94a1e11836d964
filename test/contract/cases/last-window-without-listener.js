import { app } from 'electron';
import { tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.whenReady().then(() => tracedWindow().close());
