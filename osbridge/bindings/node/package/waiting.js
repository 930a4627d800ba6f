// Waiting between two calls of the native side: no thread is held, and whoever has news ends it.

import { UNLIMITED } from './core.js';
import { pause } from './platform.js';

const MOST_TIMER_MS = 2 ** 31 - 1;  // longer ones fire at once

const now = () => performance.now();
const since = (begun) => BigInt(Math.max(0, Math.round((now() - begun) * 1e6)));

/** What one run waits on. News that come before anybody waits are not lost. */
export class Waiter {
  #woken = false;
  #wake = null;
  wake() {
    this.#woken = true;
    this.#wake?.();
  }
  /** The news up to now are known. */
  forget() {
    this.#woken = false;
  }
  /** Waits until somebody wakes it, but not for longer than so many nanoseconds: how long that was. */
  async wait(nanoseconds = UNLIMITED) {
    const begun = now();
    let timer;
    if (!this.#woken) {
      await new Promise((resolve) => {
        this.#wake = resolve;
        if (nanoseconds !== UNLIMITED) timer = setTimeout(resolve, Math.min(Math.ceil(Number(nanoseconds) / 1e6), MOST_TIMER_MS));
      });
      this.#wake = null;
      clearTimeout(timer);
    }
    this.forget();
    return since(begun);
  }
}

/** Keeps this thread for so long: how long that was. */
export function sleepHere(nanoseconds) {
  const begun = now();
  pause(Number(nanoseconds) / 1e6);
  return since(begun);
}

/** What is left of a limit of time to a program that sleeps by the machine's clock. The library counts no time that its host takes; but
 * who sleeps in this package's own answer is the program. */
export class SleepTime {
  #ran;  // what had been used when counting began
  #slept = 0n;  // since then
  constructor(limit = UNLIMITED, ran = 0n) {
    this.limit = limit;
    this.#ran = ran;
  }
  copy() {
    return new SleepTime(this.limit, this.#ran - this.#slept);
  }
  left(ran) {
    if (this.limit === UNLIMITED) return UNLIMITED;
    const used = ran - this.#ran + this.#slept;
    return used < this.limit ? this.limit - used : 0n;
  }
  slept(nanoseconds) {
    this.#slept += nanoseconds;
  }
}
