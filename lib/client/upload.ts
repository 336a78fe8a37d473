import type { Contract, ReplyOf, SentInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Address } from './call'
import { fillPath, readProblem, writeQuery } from './wire'

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
    const { url, rest } = fillPath(address.path, input)
    request.open(address.method.toUpperCase(), url + writeQuery(rest))
    request.setRequestHeader('content-type', 'application/x-ndjson')
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total)
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as ReplyOf<C>)
      else reject(readProblem(status, responseText))
    }
    // The same event for a lost network and for a file that changed or went away while it was read.
    request.onerror = () =>
      reject(new AppError('unavailable', 'The file did not arrive: the connection broke off.'))
    request.onabort = () => reject(signal?.reason as Error)
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    request.send(file)
  })
}
