import type { AnnotationContent, WorkShape } from '@/lib/annotations/content'
import { findContentProblem, packContent, unpackContent } from '@/lib/annotations/pack-content'
import type { Finish, Work } from './work-calls'
import type { PagePresence } from './page-presence'
import type { Durability, Outbox } from './outbox'
import { recordFormat, type DraftSnapshot, type Owner, type DraftRecord } from './outbox-records'
import { deleteStoredItems } from './stored-items'
import { describeShape } from './work-view'

/** What this device has of a solution beyond what the server has. */
export interface StoredDraft {
  /** The page that kept it. */
  writer: string
  work: DraftSnapshot
  /** Another page has written since: shown, and never sent. */
  isConflict: boolean
}

/** Whether what is kept here goes on from what the server has, and no other page has written since. */
export function continuesDraft(snapshot: DraftSnapshot, draft: Work['draft']): boolean {
  if (draft === null) return true
  const isKnown = draft.sequence === snapshot.basedOn || draft.writer === snapshot.writer
  return isKnown && snapshot.sequence > draft.sequence
}

/**
 * What one page keeps in the outbox for one person and project. By solution, not by lease: when a lease was lost and the
 * solution comes back under another, so does the work.
 */
export class DraftStore {
  constructor(
    private readonly outbox: Outbox,
    private readonly owner: Owner,
    private readonly presence: PagePresence,
  ) {}

  save(solution: string, work: DraftSnapshot, { isClosed = false } = {}): void {
    const { writer } = this.presence
    const metadata = { format: recordFormat, storedAt: Date.now(), isClosed } as const
    this.outbox.putDraft({ ...this.owner, ...metadata, solution, writer, work })
  }

  remove(solution: string, writer: string = this.presence.writer): void {
    this.outbox.removeDraft({ ...this.owner, solution, writer })
  }

  saveFinish(finish: Finish): void {
    const { idempotencyKey } = finish
    const metadata = { format: recordFormat, storedAt: Date.now() } as const
    this.outbox.putFinish({ ...this.owner, ...metadata, idempotencyKey, finish })
  }

  removeFinish({ idempotencyKey }: Finish): void {
    this.outbox.removeFinish({ ...this.owner, idempotencyKey })
  }

  /** What was finished in this browser and never acknowledged. */
  async listFinishes(): Promise<Finish[]> {
    return (await this.outbox.listFinishes(this.owner)).map(({ finish }) => finish)
  }

  /** Settles once all that was kept is written. */
  flush(): Promise<void> {
    return this.outbox.flush()
  }

  /** Whether what is kept outlives this page: now, and at each change. Returns what ends that. */
  listen(listener: (keeps: Durability) => void): () => void {
    return this.outbox.listen(listener)
  }

  /** Deletes what other users left on this device. Call it before anything else. */
  async prepare(): Promise<void> {
    await this.outbox.deleteOthers(this.owner.user)
    deleteStoredItems(this.owner.user)
  }

  /**
   * What was kept of a solution by this page or by one that is gone. Of several only one can go on, the newest; each
   * other one is a conflict, found before it. What says no more than another, or than the server, goes; so does what is
   * of steps that were repaired since.
   */
  async find(work: Work): Promise<{ storedDraft: StoredDraft | null; isOutdated: boolean }> {
    const available = await this.listAvailable(work.solution)
    const outdated = available.filter((record) => record.work.revision !== work.revision)
    for (const record of outdated) this.remove(record.solution, record.writer)
    const usable = available.filter((record) => isUsable(record, work))
    const newestFirst = usable.toSorted((one, other) => other.storedAt - one.storedAt)
    const continuing = newestFirst.find((record) => continuesDraft(record.work, work.draft)) ?? null
    const shape = describeShape(work)
    const pack = (content: AnnotationContent) => JSON.stringify(packContent(content, shape))
    const knownContents = [continuing?.work.content, work.draft && unpackContent(work.draft, shape)]
      .filter((content) => content != null)
      .map(pack)
    let conflict: DraftRecord | null = null
    for (const record of usable) {
      if (record === continuing) continue
      if (isAcknowledged(record, work) || knownContents.includes(pack(record.work.content)))
        this.remove(record.solution, record.writer)
      else conflict ??= record
    }
    const storedDraft = conflict ?? continuing
    const { writer, work: snapshot } = storedDraft ?? {}
    return {
      storedDraft:
        writer && snapshot
          ? { writer, work: snapshot, isConflict: storedDraft === conflict }
          : null,
      isOutdated: outdated.length > 0,
    }
  }

  /** Not those of other pages that are open: they send their own. */
  private async listAvailable(solution: string): Promise<DraftRecord[]> {
    const records = await this.outbox.listDrafts(this.owner)
    const matching = records.filter((record) => record.solution === solution)
    if (matching.length === 0) return []
    const open = await this.presence.listOpenWriters()
    const { writer } = this.presence
    return matching.filter(
      (each) => each.isClosed || each.writer === writer || !open.has(each.writer),
    )
  }
}

/** The save that carried it arrived, and only its answer did not. */
function isAcknowledged({ work }: DraftRecord, { draft }: Work): boolean {
  return draft !== null && draft.writer === work.writer && draft.sequence >= work.sequence
}

/** The solution's steps, or the project's questions, may have changed since: what does not fit any more cannot be shown. */
function isUsable({ work: snapshot }: DraftRecord, work: Work): boolean {
  if (snapshot.revision !== work.revision) return false
  const shape: WorkShape = describeShape(work)
  const counts = Object.fromEntries(
    Object.entries(work.explanations).map(([step, list]) => [step, list.length]),
  )
  try {
    return findContentProblem(packContent(snapshot.content, shape), shape, counts) === null
  } catch {
    return false
  }
}
