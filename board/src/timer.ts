// How long a puzzle has been played; it stands still while the page is hidden or the puzzle is solved.

export class Timer {
  private before = 0;
  private since: number | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get seconds(): number {
    const running = this.since === null ? 0 : (this.now() - this.since) / 1000;
    return this.before + running;
  }

  get runs(): boolean {
    return this.since !== null;
  }

  start(): void {
    this.since ??= this.now();
  }

  stop(): void {
    this.before = this.seconds;
    this.since = null;
  }

  set(seconds: number): void {
    this.before = seconds;
    this.since = this.since === null ? null : this.now();
  }
}

/** 1:02:03 or 2:03. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
