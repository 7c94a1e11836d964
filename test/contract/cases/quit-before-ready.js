import { app } from 'electron';
import { trace, traceQuitting } from '../app/trace.js';

traceQuitting();
app.quit();
trace('quit returned');
