import { Debug } from '@prisma/client/runtime/client'
import { clearLogs } from '@prisma/debug'

const runtimeLogEntries = 100
const runtimeLogDelayMs = 1_000
const displaceEntry = Debug('stepmark')

let timer: NodeJS.Timeout | null = null

/**
 * Makes Prisma forget the arguments of earlier statements: secrets, and MiB of texts. It has two debug logs of 100
 * entries, which it fills whether or not debug output is on. That of its adapters is cleared at once, and that of its
 * runtime, which can only be displaced, within a second. Call it before each statement.
 */
export function clearPrismaStatementLogs(): void {
  clearLogs()
  timer ??= setTimeout(displaceRuntimeLog, runtimeLogDelayMs).unref()
}

function displaceRuntimeLog(): void {
  timer = null
  for (let i = 0; i < runtimeLogEntries; i += 1) displaceEntry('')
}
