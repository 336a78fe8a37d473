/** Somebody pressed Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'

  constructor() {
    super('Stopped.')
  }
}

/** Runs with a signal that the first Ctrl-C aborts; the second ends the process at once, as it does anywhere. */
export async function withInterrupt<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new Interrupted())
  process.once('SIGINT', interrupt)
  try {
    return await act(controller.signal)
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** What comes first: the promise, or the signal's reason, thrown. */
export async function raceSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([promise, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
    // Whoever lost may still fail, and nobody is there to hear it.
    promise.catch(() => undefined)
  }
}
