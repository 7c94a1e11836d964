/** Whether a request that arrives at `now` (ms, from 0) is let through. */
export type Limit = (now: number) => boolean;

/** nginx's `limit_req rate=Rr/s` without burst: none sooner than 1/R s after the last that was let through. */
export function leakyBucket(rate: number): Limit {
  return tokenBucket(rate, 1);
}

/** A bucket of `burst` tokens that fills with `rate` a second. */
export function tokenBucket(rate: number, burst: number): Limit {
  let [tokens, filledAt] = [burst, 0];
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** As many as `rate` allows in each window of `windowMs`, counted anew in the next. */
export function fixedWindow(rate: number, windowMs: number): Limit {
  const allowed = Math.max(1, Math.floor((rate * windowMs) / 1000));
  let [window, used] = [-1, 0];
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) [window, used] = [current, 0];
    used += 1;
    return used <= allowed;
  };
}

/** As many as `rate` allows in any window of `windowMs`. */
export function slidingWindow(rate: number, windowMs: number): Limit {
  const allowed = Math.max(1, Math.floor((rate * windowMs) / 1000));
  let passed: number[] = [];
  return (now) => {
    passed = passed.filter((at) => at > now - windowMs);
    if (passed.length >= allowed) return false;
    passed.push(now);
    return true;
  };
}

/** Fails for the last `outageMs` of every `periodMs`. */
export function outages(periodMs: number, outageMs: number): Limit {
  return (now) => now % periodMs < periodMs - outageMs;
}
