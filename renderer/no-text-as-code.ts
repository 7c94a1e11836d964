import { z } from 'zod';

// First of all imports: zod would try whether text may become a function, which the page's policy forbids and reports.
z.config({ jitless: true });
