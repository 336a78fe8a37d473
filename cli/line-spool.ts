import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const writeBytes = 4 * 1024 * 1024

/** Stores lines in a temporary file for random access. Memory: two numbers per line. */
export class LineSpool {
  private readonly starts: number[] = []
  private readonly lengths: number[] = []
  private pendingLines: Buffer[] = []
  private pendingBytes = 0
  private bytes = 0

  private constructor(
    private readonly folder: string,
    private readonly file: FileHandle,
  ) {}

  static async open(): Promise<LineSpool> {
    const folder = await mkdtemp(join(tmpdir(), 'stepmark-'))
    const file = await open(join(folder, 'lines'), 'w+', 0o600)
    // An open file stays readable after its removal, and a killed process leaves nothing behind. On Windows, close removes it.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    return new LineSpool(folder, file)
  }

  /** @returns the number for `readLine`, from 0 */
  async add(text: string): Promise<number> {
    const line = Buffer.from(text)
    this.starts.push(this.bytes)
    this.lengths.push(line.length)
    this.pendingLines.push(line)
    this.bytes += line.length
    this.pendingBytes += line.length
    if (this.pendingBytes >= writeBytes) await this.flush()
    return this.starts.length - 1
  }

  async readLine(line: number): Promise<string> {
    await this.flush()
    const buffer = Buffer.alloc(this.lengths[line] ?? 0)
    for (let read = 0; read < buffer.length;) {
      const position = (this.starts[line] ?? 0) + read
      const { bytesRead } = await this.file.read(buffer, read, buffer.length - read, position)
      if (bytesRead === 0) throw new Error('The temporary file was cut short.')
      read += bytesRead
    }
    return buffer.toString()
  }

  async close(): Promise<void> {
    await this.file.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  private async flush(): Promise<void> {
    if (this.pendingLines.length === 0) return
    const bytes = Buffer.concat(this.pendingLines)
    this.pendingLines = []
    this.pendingBytes = 0
    let writtenBytes = 0
    while (writtenBytes < bytes.length) {
      const { bytesWritten } = await this.file.write(bytes, writtenBytes)
      writtenBytes += bytesWritten
    }
  }
}
