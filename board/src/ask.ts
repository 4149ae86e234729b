// Questions to the server. An answer is a stream of lines; whoever aborts, ends the work over there.

import type { End, Question } from "./generated/ask";

export interface Answer {
  /** Lines of standard output. */
  readonly out: string[];
  /** Lines of standard error. */
  readonly err: string[];
  readonly exit: number | null;
  /** Why the server ended it, if it did. */
  readonly why: End["why"];
}

export interface Listening {
  readonly signal?: AbortSignal;
  /** Called with each line of standard output as it comes. */
  readonly line?: (line: string) => void;
  /** The same for standard error. */
  readonly remark?: (line: string) => void;
  /** Whoever hears each line of a long answer need not keep all of them. */
  readonly forget?: boolean;
}

export class Refused extends Error {}

let waits: () => void = () => undefined;

/** Has somebody told when a question waits for those of others. */
export function onWait(tell: () => void): void {
  waits = tell;
}

/** How often a busy server is asked again, and after how many milliseconds at first. */
const TRIES = 5;
const WAIT = 150;

/** Asks, and waits for the end; rejects with an AbortError if aborted, with Refused if the server says no. */
export async function ask(question: Question, listening: Listening = {}): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await askOnce(question, listening);
    if (answer.why !== "busy" || answer.out.length > 0 || tries === TRIES) return answer;
    await new Promise((resolve) => setTimeout(resolve, WAIT * tries));
    listening.signal?.throwIfAborted();
  }
}

async function askOnce(question: Question, { signal, line, remark, forget = false }: Listening): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch("/ask", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
      signal: signal ?? null,
    });
  } catch (problem) {
    if (isAbort(problem)) throw problem;
    throw new Refused("The server does not answer. Is `pencilmark serve` still running?");
  }
  if (!response.ok || !response.body) throw new Refused((await response.text()).trim() || `The server says ${response.status}.`);
  const answer = { out: [] as string[], err: [] as string[], exit: null as number | null, why: null as End["why"] };
  for await (const { event, data } of serverSentEvents(response.body)) {
    if (event === "out") {
      if (!forget) answer.out.push(data);
      line?.(data);
    } else if (event === "err") {
      answer.err.push(data);
      remark?.(data);
    } else if (event === "wait") waits();
    else if (event === "end") {
      const end = JSON.parse(data) as End;
      answer.exit = end.exit;
      answer.why = end.why;
    }
  }
  return answer;
}

/** Asks for one JSON object: the first line of the answer. */
export async function askJson<T>(question: Question, listening: Listening = {}): Promise<T> {
  const answer = await ask(question, listening);
  const first = answer.out[0];
  if (first === undefined) throw new Refused(reason(answer));
  return JSON.parse(first) as T;
}

/** Why an answer has nothing to show, in words. */
export function reason(answer: Answer): string {
  if (answer.why === "time") return "This took longer than the server allows.";
  if (answer.why === "memory") return "This took more memory than the server allows.";
  if (answer.why === "output") return "This says more than the server passes on.";
  if (answer.why === "broken") return "The server could not answer this.";
  if (answer.why === "busy") return "The server is busy. Try again in a moment.";
  return answer.err.map((line) => line.replace(/^pencilmark: /, "")).join("\n") || "There is no answer.";
}

/** Said of a search that reached its limit: nothing is known. */
export const LATE = "That was not found out in the time that the server allows.";

export const isAbort = (problem: unknown): boolean => problem instanceof DOMException && problem.name === "AbortError";

interface ServerSent {
  readonly event: string;
  readonly data: string;
}

/** The events of a stream: `event:` and `data:` lines, ended by an empty one. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSent> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  let event = "message";
  let data: string[] = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const raw of lines) {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (line === "") {
        if (data.length > 0 || event !== "message") yield { event, data: data.join("\n") };
        event = "message";
        data = [];
      } else if (line.startsWith("event:")) event = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
    }
  }
}

/** Only the newest question counts: a new one aborts the one before. */
export class Latest {
  private controller: AbortController | null = null;

  /** A signal for a new question; the one before is aborted. */
  next(): AbortSignal {
    this.stop();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  stop(): void {
    this.controller?.abort();
    this.controller = null;
  }
}
