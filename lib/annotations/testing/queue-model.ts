/** A model of the queue without a database. Actions run one after the other; leases expire when the test says so. */

export interface ModelItem {
  solution: string
  priority: number
  slots: number
  leased: number
  done: number
}

export interface ModelLease {
  id: string
  person: number
  solution: string
  isPrefetched: boolean
  isExpired: boolean
}

interface ModelRework {
  person: number
  solution: string
  /** Whether `done` of its item still includes the returned annotation. */
  isCounted: boolean
  /** Whether the returned annotation has waited so long that its slot can go to others. */
  isOld: boolean
}

/** Why no solution is served. The model does not predict when there will be one. */
export interface NoWorkLeft {
  kind: 'none_left'
  reason: string
}

export type ExpectedClaimResult = {
  kind: 'solution'
  reason: string
  solution: string
  lease: string | null
}

export class QueueModel {
  leases: ModelLease[] = []
  rework: ModelRework[] = []
  /** Keys are `person solution`. `drafts` has the number of rated steps; -1 for a returned annotation. */
  readonly submitted = new Set<string>()
  readonly drafts = new Map<string, number>()
  private readonly skipped = new Set<string>()

  constructor(readonly items: ModelItem[]) {}

  /** A new lease has no id yet: the caller must call `setNewLeaseId`. */
  claim(person: number, isPrefetch: boolean): ExpectedClaimResult | NoWorkLeft {
    this.endExpired()
    this.promotePrefetched(person)
    if (!isPrefetch) this.releaseUnsavedForRework(person)
    const current = this.findCurrent(person)
    const isPrefetched = isPrefetch && current !== undefined
    const leased = this.leases.find(
      (lease) => lease.person === person && lease.isPrefetched === isPrefetched,
    )
    if (leased)
      return { kind: 'solution', reason: 'resumed', solution: leased.solution, lease: leased.id }
    const item = this.takeRework(person)
    if (item) return this.lease(person, item, isPrefetched, 'rework')
    const best =
      this.findBest(person) ?? (this.endStaleRework() ? this.findBest(person) : undefined)
    if (best) return this.lease(person, best, isPrefetched, 'work')
    return { kind: 'none_left', reason: this.findNoWorkReason(person) }
  }

  setNewLeaseId(id: string): void {
    this.leases.find((lease) => lease.id === '')!.id = id
  }

  findActiveLease(person: number, id: string): ModelLease | undefined {
    return this.leases.find(
      (lease) => lease.person === person && lease.id === id && !lease.isExpired,
    )
  }

  save(lease: ModelLease, ratedCount: number): void {
    this.drafts.set(keyOf(lease), ratedCount)
  }

  end(lease: ModelLease, how: 'submitted' | 'released' | 'skipped'): void {
    const item = this.itemOf(lease.solution)
    item.leased -= 1
    if (how === 'submitted') {
      item.done += 1
      this.submitted.add(keyOf(lease))
      this.drafts.delete(keyOf(lease))
    }
    if (how === 'skipped') this.skipped.add(keyOf(lease))
    if (how !== 'released')
      this.rework = this.rework.filter((rework) => keyOf(rework) !== keyOf(lease))
    this.leases = this.leases.filter((otherLease) => otherLease !== lease)
    this.promotePrefetched(lease.person)
  }

  isReturned(lease: ModelLease): boolean {
    return this.rework.some((rework) => keyOf(rework) === keyOf(lease))
  }

  returnAnnotation(person: number, solution: string): boolean {
    const key = keyOf({ person, solution })
    if (!this.submitted.delete(key)) return false
    this.drafts.set(key, -1)
    this.rework.push({ person, solution, isCounted: true, isOld: false })
    return true
  }

  private endExpired(): void {
    for (const lease of this.leases) if (lease.isExpired) this.itemOf(lease.solution).leased -= 1
    this.leases = this.leases.filter(({ isExpired }) => !isExpired)
  }

  /** The prefetched lease becomes the current one when there is none. */
  private promotePrefetched(person: number): void {
    if (this.findCurrent(person)) return
    for (const lease of this.leases) if (lease.person === person) lease.isPrefetched = false
  }

  private lease(
    person: number,
    item: ModelItem,
    isPrefetched: boolean,
    reason: string,
  ): ExpectedClaimResult {
    item.leased += 1
    this.leases.push({ id: '', person, solution: item.solution, isPrefetched, isExpired: false })
    return { kind: 'solution', reason, solution: item.solution, lease: null }
  }

  private findCurrent(person: number): ModelLease | undefined {
    return this.leases.find((lease) => lease.person === person && !lease.isPrefetched)
  }

  /** Rework comes before a solution without a saved draft. */
  private releaseUnsavedForRework(person: number): void {
    const isWaiting = (rework: ModelRework) =>
      rework.person === person && !this.leases.some((lease) => keyOf(lease) === keyOf(rework))
    if (!this.rework.some(isWaiting)) return
    for (;;) {
      const current = this.findCurrent(person)
      if (!current || this.drafts.has(keyOf(current))) return
      this.end(current, 'released')
    }
  }

  private takeRework(person: number): ModelItem | undefined {
    const isLeased = (rework: ModelRework) =>
      this.leases.some((lease) => keyOf(lease) === keyOf(rework))
    for (const rework of this.rework.filter((each) => each.person === person && !isLeased(each))) {
      const item = this.itemOf(rework.solution)
      if (rework.isCounted) item.done -= 1
      if (item.leased + item.done < item.slots) {
        rework.isCounted = false
        return item
      }
      this.rework = this.rework.filter((otherRework) => otherRework !== rework)
    }
    return undefined
  }

  private findBest(person: number): ModelItem | undefined {
    return this.items
      .filter(isOpen)
      .toSorted((a, b) => b.priority - a.priority || (a.solution < b.solution ? -1 : 1))
      .find(({ solution }) => this.canClaim(person, solution))
  }

  private canClaim(person: number, solution: string): boolean {
    const key = keyOf({ person, solution })
    return !(
      this.isExcluded(solution) ||
      this.submitted.has(key) ||
      this.skipped.has(key) ||
      this.leases.some((lease) => keyOf(lease) === key) ||
      this.rework.some((rework) => keyOf(rework) === key)
    )
  }

  private endStaleRework(): boolean {
    const stale = this.rework.filter(({ isCounted, isOld }) => isCounted && isOld)
    for (const { solution } of stale) this.itemOf(solution).done -= 1
    this.rework = this.rework.filter((rework) => !stale.includes(rework))
    return stale.length > 0
  }

  private findNoWorkReason(person: number): string {
    if (this.items.length === 0) return 'empty'
    const leased = this.leases
      .filter((lease) => lease.person !== person)
      .map(({ solution }) => this.itemOf(solution))
    if (leased.some((item) => this.canClaim(person, item.solution))) return 'leased_by_others'
    const isLeft = this.items.some((item) => isOpen(item) && !this.isExcluded(item.solution))
    return isLeft || leased.length > 0 ? 'none_for_you' : 'all_done'
  }

  /** Three annotators skipped it, so it is excluded. */
  private isExcluded(solution: string): boolean {
    return [...this.skipped].filter((key) => key.endsWith(` ${solution}`)).length > 2
  }

  private itemOf(solution: string): ModelItem {
    return this.items.find((item) => item.solution === solution)!
  }
}

const isOpen = ({ leased, done, slots }: ModelItem) => leased + done < slots

const keyOf = ({ person, solution }: { person: number; solution: string }) =>
  `${person} ${solution}`
