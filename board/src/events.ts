// Who wants to know hears of it: one list of listeners for each kind of news.

export class Events<News extends Record<string, unknown>> {
  private readonly listeners = new Map<keyof News, ((news: never) => void)[]>();

  on<K extends keyof News>(kind: K, listener: (news: News[K]) => void): void {
    const known = this.listeners.get(kind) ?? [];
    this.listeners.set(kind, [...known, listener as (news: never) => void]);
  }

  tell<K extends keyof News>(kind: K, news: News[K]): void {
    for (const listener of this.listeners.get(kind) ?? []) (listener as (news: News[K]) => void)(news);
  }
}
