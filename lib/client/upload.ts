import type { Contract, ReplyOf, SentInputOf } from '@/lib/platform/contract'
import { AppError, errorStatus, type ErrorCode } from '@/lib/platform/errors'
import type { Address } from './call'

export interface UploadOptions {
  file: Blob
  /** Bytes that have left this machine, of all. */
  onProgress?: (sentBytes: number, allBytes: number) => void
  signal?: AbortSignal
}

/**
 * As `call`, for calls that accept a file, with word of how much was sent: `fetch` has none. The file goes from the
 * disk to the network as it is, never whole into memory. Throws `AppError`; when aborted, the signal's reason.
 */
export function uploadFile<C extends Contract>(
  address: Address<C>,
  input: SentInputOf<C>,
  { file, onProgress, signal }: UploadOptions,
): Promise<ReplyOf<C>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal?.addEventListener('abort', stop, { once: true })
    request.open(address.method.toUpperCase(), writeUrl(address.path, input))
    request.setRequestHeader('content-type', 'application/x-ndjson')
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total)
    request.onload = () => {
      const reply = readJson(request.responseText)
      if (request.status >= 200 && request.status < 300 && reply) resolve(reply as ReplyOf<C>)
      else reject(readProblem(request.status, reply))
    }
    // The same event for a lost network and for a file that changed or went away while it was read.
    request.onerror = () =>
      reject(new AppError('unavailable', 'The file did not arrive: the connection broke off.'))
    request.onabort = () => reject(signal?.reason as Error)
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    request.send(file)
  })
}

function writeUrl(path: string, input: object): string {
  const query = new URLSearchParams()
  const inPath = new Map<string, string>()
  for (const [name, value] of Object.entries(input)) {
    if (path.includes(`{${name}}`)) inPath.set(name, encodeURIComponent(String(value)))
    else if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? '')
  return `/api/v1${filled}${query.size > 0 ? `?${query}` : ''}`
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    // Not from us: a proxy's page, or a reply that was cut short.
    return null
  }
}

function readProblem(status: number, reply: Record<string, unknown> | null): AppError {
  const { code, detail, ...details } = reply ?? {}
  if (typeof code === 'string' && code in errorStatus)
    return new AppError(code as ErrorCode, String(detail), details)
  return new AppError('unavailable', `The server answered ${status}.`)
}
