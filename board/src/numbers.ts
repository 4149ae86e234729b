// Numbers of two digits, typed as two keys soon after each other, in grids with digits above 9.

/** Two digit keys within this time are one number, where there are such numbers. */
const TWO = 700;

export class TwoKeys {
  private before: { readonly digit: number; readonly state: string; readonly time: number } | null = null;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** A first key was typed; `state` is all that must be the same when the second one comes. */
  first(digit: number, state: string): void {
    this.before = { digit, state, time: this.clock() };
  }

  /** The number that this key makes with the first one; null if it stands for itself. */
  second(digit: number, state: string, high: number): number | null {
    const { before } = this;
    this.before = null;
    if (!before || before.state !== state || this.clock() - before.time >= TWO) return null;
    const number = before.digit * 10 + digit;
    return number > 9 && number <= high ? number : null;
  }
}
