/** Runs once, before the first request. A server that could not be trusted does not start. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { refuseUnsafeStart } = await import('@/lib/platform/server/start-checks')
  await refuseUnsafeStart()
  const { sendKnownLengths } = await import('@/lib/http/server/known-length')
  sendKnownLengths()
  const { startWorkerThread } = await import('@/lib/worker/server/start-worker-thread')
  startWorkerThread()
}
