/** The memory and handles of a process after a garbage collection. */
export interface ProcessMemory {
  /** JavaScript heaps of all threads. */
  heapMegabytes: number
  /** Handles of the event loop, such as sockets and timers, by kind. */
  handles: Readonly<Record<string, number>>
}

interface Message {
  id?: number
  method?: string
  params?: { sessionId?: string; message?: string }
  result?: { result?: { value?: unknown } }
}

const megabyte = 1024 * 1024
const replyTimeoutMs = 20_000

/**
 * Connects to the inspector of a process (`--inspect`). Resident memory says little about leaks, because freed memory goes
 * back to the system late. The heap after a collection shows leaks, except those outside of the heap.
 */
export async function connectProcessInspector(port: number): Promise<ProcessInspector> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  return new ProcessInspector(socket)
}

export class ProcessInspector {
  private lastId = 0
  private readonly callbacksById = new Map<number, (message: Message) => void>()
  /** Inspector sessions of worker threads. */
  private readonly sessions = new Set<string>()

  constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) =>
      this.receive(JSON.parse(String(data)) as Message),
    )
  }

  async read(): Promise<ProcessMemory> {
    if (this.lastId === 0)
      await this.sendCommand('NodeWorker.enable', { waitForDebuggerOnStart: false })
    let heapBytes = 0
    for (const session of [null, ...this.sessions]) {
      await this.sendCommand('HeapProfiler.collectGarbage', {}, session)
      heapBytes += Number(await this.evaluate('process.memoryUsage().heapUsed', session))
    }
    const kinds = (await this.evaluate('process.getActiveResourcesInfo()', null)) as string[]
    const handles: Record<string, number> = {}
    for (const kind of kinds) handles[kind] = (handles[kind] ?? 0) + 1
    return { heapMegabytes: heapBytes / megabyte, handles }
  }

  close(): void {
    this.socket.close()
  }

  private async evaluate(expression: string, session: string | null): Promise<unknown> {
    const { result } = await this.sendCommand(
      'Runtime.evaluate',
      { expression, returnByValue: true },
      session,
    )
    return result?.result?.value
  }

  /** @param session of a worker thread; null for the main thread */
  private sendCommand(
    method: string,
    params: object,
    session: string | null = null,
  ): Promise<Message> {
    const id = ++this.lastId
    const message = { id, method, params }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The inspector did not answer ${method}`)),
        replyTimeoutMs,
      )
      this.callbacksById.set(id, (reply) => {
        clearTimeout(timer)
        resolve(reply)
      })
      const workerMessage = { sessionId: session, message: JSON.stringify(message) }
      this.socket.send(
        JSON.stringify(
          session === null
            ? message
            : {
                id: ++this.lastId,
                method: 'NodeWorker.sendMessageToWorker',
                params: workerMessage,
              },
        ),
      )
    })
  }

  private receive({ id, method, params, ...reply }: Message): void {
    if (method === 'NodeWorker.attachedToWorker') this.sessions.add(params!.sessionId!)
    else if (method === 'NodeWorker.detachedFromWorker') this.sessions.delete(params!.sessionId!)
    else if (method === 'NodeWorker.receivedMessageFromWorker')
      this.receive(JSON.parse(params!.message!) as Message)
    else if (id !== undefined) {
      this.callbacksById.get(id)?.({ id, ...reply })
      this.callbacksById.delete(id)
    }
  }
}
