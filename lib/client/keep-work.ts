import type { AnnotationContent, WorkShape } from '@/lib/annotations/content'
import { findContentProblem, packContent, unpackContent } from '@/lib/annotations/sent-content'
import type { Finish, Work } from './call-work'
import type { OpenPage } from './open-page'
import type { Keeps, Outbox } from './outbox'
import { recordFormat, type KeptWork, type Owner, type WorkRecord } from './outbox-records'
import { forgetStorage, takeOverStorage } from './take-over-storage'
import { describeShape } from './work-view'

/** What this device has of a solution beyond what the server has. */
export interface Found {
  /** The page that kept it. */
  writer: string
  work: KeptWork
  /** Another page has written since: shown, and never sent. */
  isConflict: boolean
}

/** Whether what is kept here goes on from what the server has, and no other page has written since. */
export function goesOnFrom(kept: KeptWork, draft: Work['draft']): boolean {
  if (draft === null) return true
  const isKnown = draft.sequence === kept.basedOn || draft.writer === kept.writer
  return isKnown && kept.sequence > draft.sequence
}

/**
 * What one page keeps in the outbox for one person and project. By solution, not by lease: when a lease was lost and the
 * solution comes back under another, so does the work.
 */
export class WorkKeeper {
  constructor(
    private readonly outbox: Outbox,
    private readonly owner: Owner,
    private readonly page: OpenPage,
  ) {}

  keep(solution: string, work: KeptWork, { isLeft = false } = {}): void {
    const { writer } = this.page
    const head = { format: recordFormat, keptAt: Date.now(), isLeft } as const
    this.outbox.putWork({ ...this.owner, ...head, solution, writer, work })
  }

  forget(solution: string, writer: string = this.page.writer): void {
    this.outbox.removeWork({ ...this.owner, solution, writer })
  }

  keepFinish(finish: Finish): void {
    const { idempotencyKey } = finish
    const head = { format: recordFormat, keptAt: Date.now() } as const
    this.outbox.putFinish({ ...this.owner, ...head, idempotencyKey, finish })
  }

  forgetFinish({ idempotencyKey }: Finish): void {
    this.outbox.removeFinish({ ...this.owner, idempotencyKey })
  }

  /** What was finished in this browser and never acknowledged. */
  async listFinishes(): Promise<Finish[]> {
    return (await this.outbox.listFinishes(this.owner)).map(({ finish }) => finish)
  }

  /** Settles once all that was kept is written. */
  written(): Promise<void> {
    return this.outbox.written()
  }

  /** Whether what is kept outlives this page: now, and at each change. Returns what ends that. */
  listen(listener: (keeps: Keeps) => void): () => void {
    return this.outbox.listen(listener)
  }

  /** Before anything else: what other people left goes, what the former version kept comes. */
  async prepare(): Promise<void> {
    await this.outbox.forgetOthers(this.owner.user)
    forgetStorage(this.owner.user)
    takeOverStorage(this.outbox, this.owner)
  }

  /**
   * What was kept of a solution by this page or by one that is gone. Of several only one can go on, the newest; each
   * other one is a conflict, found before it. What says no more than another, or than the server, goes; so does what is
   * of steps that were repaired since.
   */
  async find(work: Work): Promise<{ found: Found | null; isOutdated: boolean }> {
    const free = await this.listFree(work.solution)
    const outdated = free.filter((kept) => kept.work.revision !== work.revision)
    for (const kept of outdated) this.forget(kept.solution, kept.writer)
    const usable = free.filter((kept) => isUsable(kept, work))
    const newestFirst = usable.toSorted((one, other) => other.keptAt - one.keptAt)
    const goingOn = newestFirst.find((kept) => goesOnFrom(kept.work, work.draft)) ?? null
    const shape = describeShape(work)
    const pack = (content: AnnotationContent) => JSON.stringify(packContent(content, shape))
    const known = [goingOn?.work.content, work.draft && unpackContent(work.draft, shape)]
      .filter((content) => content != null)
      .map(pack)
    let conflict: WorkRecord | null = null
    for (const kept of usable) {
      if (kept === goingOn) continue
      if (isTaken(kept, work) || known.includes(pack(kept.work.content)))
        this.forget(kept.solution, kept.writer)
      else conflict ??= kept
    }
    const found = conflict ?? goingOn
    const { writer, work: kept } = found ?? {}
    return {
      found: writer && kept ? { writer, work: kept, isConflict: found === conflict } : null,
      isOutdated: outdated.length > 0,
    }
  }

  /** Not those of other pages that are open: they send their own. */
  private async listFree(solution: string): Promise<WorkRecord[]> {
    const records = await this.outbox.listWorks(this.owner)
    const kept = records.filter((record) => record.solution === solution)
    if (kept.length === 0) return []
    const open = await this.page.listOpen()
    const { writer } = this.page
    return kept.filter((each) => each.isLeft || each.writer === writer || !open.has(each.writer))
  }
}

/** The save that carried it arrived, and only its answer did not. */
function isTaken({ work }: WorkRecord, { draft }: Work): boolean {
  return draft !== null && draft.writer === work.writer && draft.sequence >= work.sequence
}

/** The solution's steps, or the project's questions, may have changed since: what does not fit any more cannot be shown. */
function isUsable({ work: kept }: WorkRecord, work: Work): boolean {
  if (kept.revision !== work.revision) return false
  const shape: WorkShape = describeShape(work)
  const counts = Object.fromEntries(
    Object.entries(work.explanations).map(([step, list]) => [step, list.length]),
  )
  try {
    return findContentProblem(packContent(kept.content, shape), shape, counts) === null
  } catch {
    return false
  }
}
