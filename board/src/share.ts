// A puzzle in the fragment of an address: it never leaves the browser for a server.

const MARK = "#p=";

export async function toFragment(text: string): Promise<string> {
  const bytes = await through(new Blob([text]).stream(), new CompressionStream("deflate-raw"));
  return MARK + base64(bytes);
}

/** The puzzle of a fragment, or null if it has none or a broken one. */
export async function fromFragment(fragment: string): Promise<string | null> {
  if (!fragment.startsWith(MARK)) return null;
  try {
    const bytes = unbase64(fragment.slice(MARK.length));
    const plain = await through(new Blob([bytes as BlobPart]).stream(), new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}

/** More than this is no puzzle: the server refuses it, too. */
const MOST_BYTES = 2_000_000;

async function through(stream: ReadableStream, transform: GenericTransformStream): Promise<Uint8Array> {
  const reader = (stream.pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>) as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > MOST_BYTES) throw new RangeError("too long");
    chunks.push(value);
  }
  const all = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function base64(bytes: Uint8Array): string {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unbase64(text: string): Uint8Array {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
