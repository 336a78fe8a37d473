import type { AnnotationContent, RatableShape } from '@/lib/annotations/content'
import { findContentError, toContentInput, fromContentInput } from '@/lib/annotations/content-input'
import { deleteLocalStorageExcept } from './delete-local-storage-except'
import type { SubmissionOrSkip, LeasedWork } from './labelling-screen-calls'
import { toAnnotationShape } from './labelling-screen-view'
import type { RecordDurability, Outbox } from './outbox'
import {
  recordFormatVersion,
  type DraftSnapshot,
  type RecordOwner,
  type DraftRecord,
} from './outbox-records'
import type { PagePresence } from './page-presence'

/** A stored draft with changes that are not on the server. */
export interface StoredDraft {
  /** Id of the page that stored it. */
  writer: string
  work: DraftSnapshot
  /** Another page saved a newer version, so this one is shown but never sent. */
  isConflict: boolean
}

/** A solution with its draft on this device. */
export interface LoadedWork {
  kind: 'work'
  work: LeasedWork
  storedDraft: StoredDraft | null
  /** A stored draft was deleted because the steps were repaired. */
  isOutdated: boolean
}

/** Whether the stored draft continues the one on the server, with no save of another page in between. */
export function continuesServerDraft(snapshot: DraftSnapshot, draft: LeasedWork['draft']): boolean {
  if (draft === null) return true
  const isKnown = draft.sequence === snapshot.basedOn || draft.writer === snapshot.writer
  return isKnown && snapshot.sequence > draft.sequence
}

/**
 * The drafts and finishes of one user and project in the outbox. Drafts are keyed by solution, so they survive a lost
 * lease.
 */
export class DraftStore {
  constructor(
    private readonly outbox: Outbox,
    private readonly owner: RecordOwner,
    private readonly presence: PagePresence,
  ) {}

  save(solution: string, work: DraftSnapshot, { isClosed = false } = {}): void {
    const { writer } = this.presence
    const metadata = { format: recordFormatVersion, storedAt: Date.now(), isClosed } as const
    this.outbox.putDraft({ ...this.owner, ...metadata, solution, writer, work })
  }

  remove(solution: string, writer: string = this.presence.writer): void {
    this.outbox.removeDraft({ ...this.owner, solution, writer })
  }

  saveFinish(finish: SubmissionOrSkip): void {
    const { idempotencyKey } = finish
    const metadata = { format: recordFormatVersion, storedAt: Date.now() } as const
    this.outbox.putFinish({ ...this.owner, ...metadata, idempotencyKey, finish })
  }

  removeFinish({ idempotencyKey }: SubmissionOrSkip): void {
    this.outbox.removeFinish({ ...this.owner, idempotencyKey })
  }

  /** Submissions and skips that the server has not accepted yet. */
  async listFinishes(): Promise<SubmissionOrSkip[]> {
    return (await this.outbox.listFinishes(this.owner)).map(({ finish }) => finish)
  }

  /** Resolves when everything is written. */
  flush(): Promise<void> {
    return this.outbox.flush()
  }

  /** Calls the listener with the durability now and at each change. Returns a function that stops it. */
  listen(listener: (durability: RecordDurability) => void): () => void {
    return this.outbox.listen(listener)
  }

  /** Deletes what other users left on this device. Call it before anything else. */
  async prepare(): Promise<void> {
    await this.outbox.deleteOthers(this.owner.user)
    deleteLocalStorageExcept(this.owner.user)
  }

  /**
   * Finds the draft of a solution stored by this page or a closed one. Only the newest one that is based on the server's
   * draft can continue. Any other with content of its own is a conflict and returned first. Drafts that add nothing, and
   * drafts of steps that were repaired, are deleted.
   */
  async find(work: LeasedWork): Promise<LoadedWork> {
    const available = await this.listAvailable(work.solution)
    const outdatedRecords = available.filter((record) => record.work.revision !== work.revision)
    for (const record of outdatedRecords) this.remove(record.solution, record.writer)
    const usable = available.filter((record) => isUsable(record, work))
    const newestFirst = usable.toSorted((first, second) => second.storedAt - first.storedAt)
    const continuingRecord =
      newestFirst.find((record) => continuesServerDraft(record.work, work.draft)) ?? null
    const shape = toAnnotationShape(work)
    const serialise = (content: AnnotationContent) => JSON.stringify(toContentInput(content, shape))
    const knownContents = [
      continuingRecord?.work.content,
      work.draft && fromContentInput(work.draft, shape),
    ]
      .filter((content) => content != null)
      .map(serialise)
    let conflict: DraftRecord | null = null
    for (const record of usable) {
      if (record === continuingRecord) continue
      if (isAcknowledged(record, work) || knownContents.includes(serialise(record.work.content)))
        this.remove(record.solution, record.writer)
      else conflict ??= record
    }
    const storedDraft = conflict ?? continuingRecord
    const { writer, work: snapshot } = storedDraft ?? {}
    return {
      kind: 'work',
      work,
      storedDraft:
        writer && snapshot
          ? { writer, work: snapshot, isConflict: storedDraft === conflict }
          : null,
      isOutdated: outdatedRecords.length > 0,
    }
  }

  /** The drafts of a solution, without those of other open pages, which send their own. */
  private async listAvailable(solution: string): Promise<DraftRecord[]> {
    const records = await this.outbox.listDrafts(this.owner)
    const matching = records.filter((record) => record.solution === solution)
    if (matching.length === 0) return []
    const openWriters = await this.presence.listOpenWriters()
    const { writer } = this.presence
    return matching.filter(
      (each) => each.isClosed || each.writer === writer || !openWriters.has(each.writer),
    )
  }
}

/** The save arrived and only its reply was lost. */
function isAcknowledged({ work }: DraftRecord, { draft }: LeasedWork): boolean {
  return draft !== null && draft.writer === work.writer && draft.sequence >= work.sequence
}

/** False if the solution's steps or the project's questions changed in a way that makes the draft invalid. */
function isUsable({ work: snapshot }: DraftRecord, work: LeasedWork): boolean {
  if (snapshot.revision !== work.revision) return false
  const shape: RatableShape = toAnnotationShape(work)
  const counts = Object.fromEntries(
    Object.entries(work.explanations).map(([step, list]) => [step, list.length]),
  )
  try {
    return findContentError(toContentInput(snapshot.content, shape), shape, counts) === null
  } catch {
    return false
  }
}
