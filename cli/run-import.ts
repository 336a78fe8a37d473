import { AppError } from '@/lib/platform/errors'
import { findSendable, UnreadableSource } from './file-pieces'
import { followImport, isUnderWay } from './follow-import'
import {
  cancelImport,
  getImport,
  type ImportCalls,
  type ImportChoices,
  type ImportReport,
  startImport,
} from './import-calls'
import {
  describeImport,
  explainWhatStays,
  type ImportStage,
  isBad,
  tellBadLines,
} from './import-words'
import { Interrupted } from './interrupt'
import type { Source } from './open-input'
import { UsageError } from './refusals'
import { type SentFile, sendNewImport, sendRequests, sendRest } from './send-import'
import { print, printJson, say } from './shell'

export interface ImportTask {
  calls: ImportCalls
  choices: ImportChoices
  /** The file with the requests that the lines answer. */
  requests?: string
  /** Ends once the server has everything. */
  detach: boolean
  json: boolean
}

/** Sends a file, starts its import and sees it through. What becomes of it is said; only trouble is thrown. */
export async function importFile(task: ImportTask, source: Source): Promise<void> {
  const opened: Opened = { id: null, stage: 'sending' }
  await cancelOnInterrupt(task, source.name, opened, async () => {
    const requests = await findRequests(task)
    const sent = await sendNewImport(task.calls, source, (id) => (opened.id = id))
    if (requests) await sendRequests(task.calls, sent.id, requests)
    await runToEnd(task, source.name, sent, opened)
  })
}

/** Goes on with an import that is on the server: sends the rest, starts it, or watches it. */
export async function resumeImport(
  task: ImportTask,
  id: string,
  source: Source | null,
): Promise<void> {
  const { calls } = task
  const report = await getImport(calls, id)
  const name = source?.name ?? report.fileName
  const opened: Opened = { id, stage: isUnderWay(report) ? 'started' : 'sending' }
  await cancelOnInterrupt(task, name, opened, async () => {
    const isOver = report.state === 'done' || report.state === 'cancelled'
    if (source && report.state !== 'receiving')
      throw new UsageError(
        `The file of this import is on the server already: leave ${source.name} out. Nothing was done.`,
      )
    if (isOver) return tellReport(task, name, report)
    if (isUnderWay(report)) return tellReport(task, name, await followImport(calls, report))
    if (!source && report.state === 'receiving')
      throw new UsageError(`Name the file too: ${describeImport(name, calls.project, report)}`)
    const requests = await findRequests(task)
    const sent = source ? await sendRest(calls, id, report.receivedBytes, source) : null
    if (requests) await sendRequests(calls, id, requests)
    await runToEnd(task, name, sent ?? { id, bytes: report.receivedBytes, sha256: '' }, opened)
  })
}

/** Says how far an import is, or what became of it. */
export async function tellImport(task: ImportTask, id: string): Promise<void> {
  const report = await getImport(task.calls, id)
  await tellReport(task, report.fileName, report)
}

const findRequests = ({ calls, requests }: ImportTask): Promise<Source> | null =>
  requests === undefined ? null : findSendable(calls.shell, requests)

async function runToEnd(
  task: ImportTask,
  name: string,
  sent: SentFile,
  opened: Opened,
): Promise<void> {
  const { calls, choices, detach, json } = task
  opened.stage = 'starting'
  const known = sent.sha256 === '' ? {} : { sha256: sent.sha256 }
  const started = await startImport(calls, sent.id, { ...choices, ...known })
  opened.stage = 'started'
  if (detach) {
    if (json) printJson(calls.shell, started)
    else print(calls.shell, sent.id)
    const how = `"stepmark import --status ${sent.id} --project ${calls.project}"`
    return say(calls.shell, `${name}: The import goes on by itself. ${how} says how far it is.`)
  }
  const report = await followImport(calls, started)
  await tellReport(task, name, report)
  tellOtherBytes(task, name, report, sent)
}

async function tellReport(task: ImportTask, name: string, report: ImportReport): Promise<void> {
  const { calls, json } = task
  await tellBadLines(calls, name, report)
  if (json) printJson(calls.shell, report)
  else say(calls.shell, describeImport(name, calls.project, report))
  if (isBad(report)) calls.shell.status = 1
}

/** Pieces are checked on their way; this would be a file that changed while it was sent in two goes. */
function tellOtherBytes(
  { calls: { shell } }: ImportTask,
  name: string,
  report: ImportReport,
  sent: SentFile,
): void {
  const isSame = sent.sha256 === '' || report.sha256 === '' || report.sha256 === sent.sha256
  if (isSame && report.receivedBytes === sent.bytes) return
  say(
    shell,
    `What the server read is not ${name} as it is here: it changed on its way. Import it again, nothing is doubled.`,
  )
  shell.status = 1
}

/** An import that may be there, and how far it came. */
interface Opened {
  id: string | null
  stage: ImportStage
}

/** Ctrl-C cancels the import on the server; so does a file that breaks off. Other trouble leaves it, to be resumed. */
async function cancelOnInterrupt(
  { calls }: ImportTask,
  name: string,
  opened: Opened,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act()
  } catch (thrown) {
    const error: unknown = calls.signal.aborted ? calls.signal.reason : thrown
    if (opened.id === null || error instanceof UsageError) throw error
    const isInterrupted = error instanceof Interrupted
    if (isInterrupted || error instanceof UnreadableSource) {
      if (isInterrupted) say(calls.shell, 'Cancelling the import. Ctrl-C once more leaves at once.')
      const state = await cancelToEnd(calls, opened.id).catch((trouble: unknown) => {
        throw explainWhatStays(calls, name, { stage: opened.stage, id: opened.id! }, trouble)
      })
      if (isInterrupted) say(calls.shell, describeCancelled(name, state))
      throw error
    }
    throw explainWhatStays(calls, name, { stage: opened.stage, id: opened.id }, error)
  }
}

/** Cancelling takes a moment where the import is being read. */
async function cancelToEnd(calls: ImportCalls, id: string): Promise<ImportReport['state']> {
  const waiting = { ...calls, signal: new AbortController().signal }
  try {
    return (await followImport(waiting, await cancelImport(calls, id))).state
  } catch (error) {
    // It ended by itself in the meantime.
    if (error instanceof AppError && error.code === 'conflict')
      return (await getImport(waiting, id)).state
    throw error
  }
}

const describeCancelled = (name: string, state: ImportReport['state']) =>
  state === 'done'
    ? `${name}: It was imported before it could be cancelled.`
    : `${name}: The import was cancelled. Nothing of it stays.`
