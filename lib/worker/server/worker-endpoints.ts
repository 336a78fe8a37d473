import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { respondToHealthCheck, respondToReadinessCheck } from '@/lib/http/server/health-responses'
import { respondToMetricsRequest } from '@/lib/http/server/metrics-response'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/server/logger'

const pages: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
  '/healthz': respondToHealthCheck,
  '/readyz': respondToReadinessCheck,
  '/metrics': respondToMetricsRequest,
}

/**
 * Serves /healthz, /readyz and /metrics of a worker, as the web server does, to every host that reaches this port.
 * Throws if the port is in use.
 */
export async function serveWorkerEndpoints(port: number): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => void handleRequest(request, response))
  await listen(server, port)
  logger.info({ port }, 'the worker serves health and metrics')
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new AppError(
          'unavailable',
          `The worker cannot listen at port ${port} (STEPMARK_WORKER_PORT): ${cause.message}. Nothing was started.`,
        ),
      ),
    )
    server.listen(port, resolve)
  })
}

async function handleRequest(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const path = (request.url ?? '').replace(/\?.*/s, '')
  const page = Object.hasOwn(pages, path) && request.method === 'GET' ? pages[path] : undefined
  if (!page) return void reply.writeHead(404).end('Not found.\n')
  try {
    const authorization = request.headers.authorization
    const pageRequest = new Request(`http://worker${path}`, {
      headers: authorization === undefined ? {} : { authorization },
    })
    const response = await page(pageRequest)
    reply.writeHead(response.status, Object.fromEntries(response.headers))
    reply.end(await response.text())
  } catch (error) {
    logger.error({ error }, 'an endpoint of the worker failed')
    reply.writeHead(500).end('Something went wrong on our side.\n')
  }
}
