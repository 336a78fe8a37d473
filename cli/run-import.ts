import { AppError } from '@/lib/platform/errors'
import {
  describeImport,
  explainInterruptedImport,
  type ImportStartStage,
  hasImportErrors,
  reportInvalidLines,
} from './describe-import'
import { UsageError } from './errors'
import { findUploadableSource, UnreadableSourceError } from './file-chunks'
import { followImport, isImportInProgress } from './follow-import'
import {
  cancelImport,
  getImport,
  type ImportContext,
  type ImportChoices,
  type ImportReport,
  startImport,
} from './import-requests'
import { InterruptedError } from './interrupt'
import type { InputSource } from './open-input'
import {
  type UploadedFile,
  uploadNewImport,
  uploadRequestFile,
  uploadRemainingBytes,
} from './send-import'
import { printLine, printJson, printMessage } from './terminal'

export interface ImportTask {
  context: ImportContext
  choices: ImportChoices
  /** File with the requests that the lines respond to. */
  requests?: string
  /** Return once the import has started. */
  detach: boolean
  json: boolean
}

/**
 * Uploads a file, runs its import and reports the result. Does not throw if the import is rejected or fails,
 * but sets exit status 1.
 */
export async function importFile(task: ImportTask, source: InputSource): Promise<void> {
  const openedImport: OpenedImport = { id: null, stage: 'sending' }
  await cancelOnInterrupt(task, source.name, openedImport, async () => {
    const requests = await findRequests(task)
    const uploadedFile = await uploadNewImport(task.context, source, (id) => (openedImport.id = id))
    if (requests) await uploadRequestFile(task.context, uploadedFile.id, requests)
    await startAndFollow(task, source.name, uploadedFile, openedImport)
  })
}

/** Continues an import on the server: sends the rest, starts it or follows it. */
export async function resumeImport(
  task: ImportTask,
  id: string,
  source: InputSource | null,
): Promise<void> {
  const { context } = task
  const report = await getImport(context, id)
  const name = source?.name ?? report.fileName
  const openedImport: OpenedImport = {
    id,
    stage: isImportInProgress(report) ? 'started' : 'sending',
  }
  await cancelOnInterrupt(task, name, openedImport, async () => {
    const hasEnded = report.state === 'done' || report.state === 'cancelled'
    if (source && report.state !== 'receiving')
      throw new UsageError(
        `The server already has the file of this import. Omit ${source.name}. Nothing was changed.`,
      )
    if (hasEnded) return printReport(task, name, report)
    if (isImportInProgress(report))
      return printReport(task, name, await followImport(context, report))
    if (!source && report.state === 'receiving')
      throw new UsageError(
        `Pass the file as well. ${describeImport(name, context.project, report)}`,
      )
    const requests = await findRequests(task)
    const uploadedFile = source
      ? await uploadRemainingBytes(context, id, report.receivedBytes, source)
      : null
    if (requests) await uploadRequestFile(context, id, requests)
    await startAndFollow(
      task,
      name,
      uploadedFile ?? { id, bytes: report.receivedBytes, sha256: '' },
      openedImport,
    )
  })
}

/** Reports the status of an import. */
export async function printImportStatus(task: ImportTask, id: string): Promise<void> {
  const report = await getImport(task.context, id)
  await printReport(task, report.fileName, report)
}

const findRequests = ({ context, requests }: ImportTask): Promise<InputSource> | null =>
  requests === undefined ? null : findUploadableSource(context.terminal, requests)

async function startAndFollow(
  task: ImportTask,
  name: string,
  uploadedFile: UploadedFile,
  openedImport: OpenedImport,
): Promise<void> {
  const { context, choices, detach, json } = task
  openedImport.stage = 'starting'
  const digest = uploadedFile.sha256 === '' ? {} : { sha256: uploadedFile.sha256 }
  const startedImport = await startImport(context, uploadedFile.id, { ...choices, ...digest })
  openedImport.stage = 'started'
  if (detach) {
    if (json) printJson(context.terminal, startedImport)
    else printLine(context.terminal, uploadedFile.id)
    const statusCommand = `stepmark import --status ${uploadedFile.id} --project ${context.project}`
    return printMessage(
      context.terminal,
      `${name}: The import continues on the server. To see its progress: ${statusCommand}`,
    )
  }
  const report = await followImport(context, startedImport)
  await printReport(task, name, report)
  reportChangedFile(task, name, report, uploadedFile)
}

async function printReport(task: ImportTask, name: string, report: ImportReport): Promise<void> {
  const { context, json } = task
  await reportInvalidLines(context, name, report)
  if (json) printJson(context.terminal, report)
  else printMessage(context.terminal, describeImport(name, context.project, report))
  if (hasImportErrors(report)) context.terminal.status = 1
}

/** Detects a file that changed between two uploads. Chunks themselves are checked in transit. */
function reportChangedFile(
  { context: { terminal } }: ImportTask,
  name: string,
  report: ImportReport,
  uploadedFile: UploadedFile,
): void {
  const isSame =
    uploadedFile.sha256 === '' || report.sha256 === '' || report.sha256 === uploadedFile.sha256
  if (isSame && report.receivedBytes === uploadedFile.bytes) return
  printMessage(
    terminal,
    `The server has a different version of ${name}: it changed during the upload. Import it again; nothing is duplicated.`,
  )
  terminal.status = 1
}

/** An import that may exist on the server, and its progress. */
interface OpenedImport {
  id: string | null
  stage: ImportStartStage
}

/** Ctrl-C or an unreadable file cancels the import on the server. After other errors it can be resumed. */
async function cancelOnInterrupt(
  { context }: ImportTask,
  name: string,
  openedImport: OpenedImport,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (thrown) {
    const error: unknown = context.signal.aborted ? context.signal.reason : thrown
    if (openedImport.id === null || error instanceof UsageError) throw error
    const isInterrupted = error instanceof InterruptedError
    if (isInterrupted || error instanceof UnreadableSourceError) {
      if (isInterrupted)
        printMessage(context.terminal, 'Cancelling the import. Press Ctrl-C again to quit at once.')
      const state = await cancelAndWait(context, openedImport.id).catch((cancelError: unknown) => {
        throw explainInterruptedImport(
          context,
          name,
          { stage: openedImport.stage, id: openedImport.id! },
          cancelError,
        )
      })
      if (isInterrupted) printMessage(context.terminal, describeCancellation(name, state))
      throw error
    }
    throw explainInterruptedImport(
      context,
      name,
      { stage: openedImport.stage, id: openedImport.id },
      error,
    )
  }
}

/** Waits for the cancellation, which takes a moment while the import is read. */
async function cancelAndWait(context: ImportContext, id: string): Promise<ImportReport['state']> {
  const uninterruptedContext = { ...context, signal: new AbortController().signal }
  try {
    return (await followImport(uninterruptedContext, await cancelImport(context, id))).state
  } catch (error) {
    // It has ended in the meantime.
    if (error instanceof AppError && error.code === 'conflict')
      return (await getImport(uninterruptedContext, id)).state
    throw error
  }
}

const describeCancellation = (name: string, state: ImportReport['state']) =>
  state === 'done'
    ? `${name}: The import finished before it could be cancelled.`
    : `${name}: The import was cancelled. Nothing was imported.`
