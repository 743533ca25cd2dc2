import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

interface Version {
  tarball: Buffer;
  manifest: object;
}

/** An npm registry on loopback, with what a test publishes there. */
export class NpmRegistry {
  /** Paths that were asked for, in order. */
  readonly requests: string[] = [];
  private readonly packages = new Map<string, Map<string, Version>>();
  private server: Server | undefined;

  /** Publishes a version; `files` are added to its `package.json`. */
  publish(name: string, version: string, files: Record<string, string> = {}, fields: object = {}): void {
    const manifest = { name, version, ...fields };
    const tarball = packTarball({ "package.json": JSON.stringify(manifest), ...files });
    const versions = this.packages.get(name) ?? new Map<string, Version>();
    this.packages.set(name, versions.set(version, { tarball, manifest }));
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const path = decodeURIComponent(request.url ?? "/").slice(1);
      this.requests.push(path);
      const body = this.answer(path);
      response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(body ?? "{}");
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  get url(): string {
    const { port } = this.server?.address() as AddressInfo;
    return `http://127.0.0.1:${port}/`;
  }

  /** A packument, or a tarball. */
  private answer(path: string): string | Buffer | undefined {
    const [, name, version] = /^(.+)\/-\/.+?-(\d[^/]*)\.tgz$/.exec(path) ?? [];
    if (name !== undefined && version !== undefined) return this.packages.get(name)?.get(version)?.tarball;
    const versions = this.packages.get(path);
    if (!versions) return undefined;
    const latest = [...versions.keys()].at(-1);
    const entries = [...versions].map(([number, { tarball, manifest }]) => [
      number,
      {
        ...manifest,
        dist: {
          tarball: `${this.url}${path}/-/${path.split("/").at(-1)}-${number}.tgz`,
          integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
        },
      },
    ]);
    return JSON.stringify({ name: path, "dist-tags": { latest }, versions: Object.fromEntries(entries) });
  }
}

/** A gzipped tar archive as npm publishes it. */
function packTarball(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [tarHeader(`package/${path}`, content.length), content, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, "0")}\0`;
  header.write(path, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
