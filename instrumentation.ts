/** Runs once, before the first request. Refuses to start with unsafe settings. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { letThreadsLimitTheirHeaps } = await import('@/lib/platform/server/server-memory-env')
  letThreadsLimitTheirHeaps()
  const { startTracing } = await import('@/lib/platform/server/tracing')
  await startTracing()
  const { exitOnUnsafeStart } = await import('@/lib/platform/server/start-checks')
  await exitOnUnsafeStart()
  const { enableContentLengthHeader } = await import('@/lib/http/server/content-length')
  enableContentLengthHeader()
  const { configureHttpServers } = await import('@/lib/http/server/http-servers')
  configureHttpServers()
  const { registerPageTypesetter } = await import('@/lib/typesetting/reply-typesetter')
  const { typesetReply } = await import('@/lib/typesetting/server/typeset-reply')
  registerPageTypesetter(typesetReply)
  const { startBuiltInWorker } = await import('@/lib/worker/server/built-in-worker')
  startBuiltInWorker()
  // Only under `stepmark serve`; otherwise Next ends in its own way.
  if (!process.env.NEXT_MANUAL_SIG_HANDLE) return
  const { shutDownOnTerminationSignal } = await import('@/lib/worker/server/graceful-shutdown')
  shutDownOnTerminationSignal()
}
