/** The user pressed Ctrl-C. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError'

  constructor() {
    super('Stopped.')
  }
}

/** Runs with a signal that the first Ctrl-C aborts. The second ends the process at once. */
export async function withInterruptSignal<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new InterruptedError())
  process.once('SIGINT', interrupt)
  try {
    return await run(controller.signal)
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** Resolves with the promise, or rejects when the signal aborts. */
export async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop = () => {}
  const abortPromise = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([promise, abortPromise])
  } finally {
    signal.removeEventListener('abort', stop)
    // Ignore a later rejection of the losing promise.
    promise.catch(() => undefined)
  }
}
