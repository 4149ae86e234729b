// Answer sets out of `asp --outf=2` while it is still being written: one JSON object over many lines.

export interface Witness {
  readonly Value?: readonly string[];
  readonly Costs?: readonly number[];
}

/** What stands behind the last answer set. */
export interface Summary {
  readonly Result?: string;
  readonly Models?: { readonly Number?: number; readonly More?: string };
}

/** Takes the lines one by one and keeps only what is not complete yet. */
export class Witnesses {
  /** Lines since the last answer set; null as long as there was none. */
  private inside: string[] | null = null;
  private readonly around: string[] = [];

  /** The answer set that ends with this line, if one does. */
  take(line: string): Witness | null {
    if (this.inside === null) {
      if (/^\s*"Witnesses": \[$/.test(line)) this.inside = [];
      else this.around.push(line);
      return null;
    }
    // The brace that ends an answer set is on a line that ends only with the next.
    if (this.inside.length === 0 && /^\s*\},?$/.test(line)) return null;
    if (this.inside.length === 0 && /^\s*\]$/.test(line)) {
      this.inside = null;
      return null;
    }
    this.inside.push(line);
    if (/[,[{]$/.test(line)) return null;
    const witness = parsed<Witness>(`${this.inside.join("\n")}}`);
    if (witness !== null) this.inside = [];
    return witness;
  }

  /** The rest, once the last line was taken; null if the run broke off. */
  summary(): Summary | null {
    return parsed<Summary>(this.around.join("\n"));
  }
}

function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
