/** What the queue is meant to do, without a database: one act after the other, time by command. */

export interface ModelItem {
  solution: string
  priority: number
  wanted: number
  held: number
  done: number
}

export interface ModelLease {
  id: string
  person: number
  solution: string
  isAhead: boolean
  isExpired: boolean
}

interface ModelDue {
  person: number
  solution: string
  isCounted: boolean
  isOld: boolean
}

/** Why nothing is served; when that may change is the database's own. */
export interface NoneLeft {
  kind: 'none_left'
  why: string
}

export type Claimed = { kind: 'solution'; why: string; solution: string; lease: string | null }

export class QueueModel {
  leases: ModelLease[] = []
  due: ModelDue[] = []
  /** `person solution` of what was submitted, and how many steps a draft has. */
  readonly submitted = new Set<string>()
  readonly drafts = new Map<string, number>()
  private readonly skipped = new Set<string>()

  constructor(readonly items: ModelItem[]) {}

  /** A lease that is taken anew has no id yet: the caller says it by `name`. */
  claim(person: number, ahead: boolean): Claimed | NoneLeft {
    this.endExpired()
    const current = this.leases.find((lease) => lease.person === person && !lease.isAhead)
    const isAhead = ahead && current !== undefined
    const held = this.leases.find((lease) => lease.person === person && lease.isAhead === isAhead)
    if (held) return { kind: 'solution', why: 'resumed', solution: held.solution, lease: held.id }
    const item = this.takeDue(person)
    if (item) return this.lease(person, item, isAhead, 'returned')
    const best = this.findBest(person) ?? (this.endStaleDue() ? this.findBest(person) : undefined)
    if (best) return this.lease(person, best, isAhead, 'work')
    return { kind: 'none_left', why: this.explain(person) }
  }

  name(id: string): void {
    this.leases.find((lease) => lease.id === '')!.id = id
  }

  find(person: number, id: string): ModelLease | undefined {
    return this.leases.find(
      (lease) => lease.person === person && lease.id === id && !lease.isExpired,
    )
  }

  save(lease: ModelLease, rated: number): void {
    this.drafts.set(keyOf(lease), rated)
  }

  end(lease: ModelLease, how: 'submitted' | 'released' | 'skipped'): void {
    const item = this.itemOf(lease.solution)
    item.held -= 1
    if (how === 'submitted') {
      item.done += 1
      this.submitted.add(keyOf(lease))
      this.drafts.delete(keyOf(lease))
    }
    if (how === 'skipped') this.skipped.add(keyOf(lease))
    if (how !== 'released') this.due = this.due.filter((due) => keyOf(due) !== keyOf(lease))
    this.leases = this.leases.filter((other) => other !== lease)
    const others = this.leases.filter(({ person }) => person === lease.person)
    if (others.every(({ isAhead }) => isAhead)) for (const other of others) other.isAhead = false
  }

  sendBack(person: number, solution: string): boolean {
    const key = keyOf({ person, solution })
    if (!this.submitted.delete(key)) return false
    this.drafts.set(key, -1)
    this.due.push({ person, solution, isCounted: true, isOld: false })
    return true
  }

  private endExpired(): void {
    for (const lease of this.leases) if (lease.isExpired) this.itemOf(lease.solution).held -= 1
    this.leases = this.leases.filter(({ isExpired }) => !isExpired)
  }

  private lease(person: number, item: ModelItem, isAhead: boolean, why: string): Claimed {
    item.held += 1
    this.leases.push({ id: '', person, solution: item.solution, isAhead, isExpired: false })
    return { kind: 'solution', why, solution: item.solution, lease: null }
  }

  private takeDue(person: number): ModelItem | undefined {
    const isHeld = (due: ModelDue) => this.leases.some((lease) => keyOf(lease) === keyOf(due))
    for (const due of this.due.filter((each) => each.person === person && !isHeld(each))) {
      const item = this.itemOf(due.solution)
      if (due.isCounted) item.done -= 1
      if (item.held + item.done < item.wanted) {
        due.isCounted = false
        return item
      }
      this.due = this.due.filter((other) => other !== due)
    }
    return undefined
  }

  private findBest(person: number): ModelItem | undefined {
    return this.items
      .filter(isOpen)
      .toSorted((a, b) => b.priority - a.priority || (a.solution < b.solution ? -1 : 1))
      .find(({ solution }) => this.mayTake(person, solution))
  }

  private mayTake(person: number, solution: string): boolean {
    const key = keyOf({ person, solution })
    return !(
      this.isOut(solution) ||
      this.submitted.has(key) ||
      this.skipped.has(key) ||
      this.leases.some((lease) => keyOf(lease) === key) ||
      this.due.some((due) => keyOf(due) === key)
    )
  }

  private endStaleDue(): boolean {
    const stale = this.due.filter(({ isCounted, isOld }) => isCounted && isOld)
    for (const { solution } of stale) this.itemOf(solution).done -= 1
    this.due = this.due.filter((due) => !stale.includes(due))
    return stale.length > 0
  }

  private explain(person: number): string {
    if (this.items.length === 0) return 'empty'
    const held = this.leases
      .filter((lease) => lease.person !== person)
      .map(({ solution }) => this.itemOf(solution))
    if (held.some((item) => this.mayTake(person, item.solution))) return 'held_by_others'
    const isLeft = this.items.some((item) => isOpen(item) && !this.isOut(item.solution))
    return isLeft || held.length > 0 ? 'only_your_own' : 'all_done'
  }

  /** Three people skipped it. */
  private isOut(solution: string): boolean {
    return [...this.skipped].filter((key) => key.endsWith(` ${solution}`)).length > 2
  }

  private itemOf(solution: string): ModelItem {
    return this.items.find((item) => item.solution === solution)!
  }
}

const isOpen = ({ held, done, wanted }: ModelItem) => held + done < wanted

const keyOf = ({ person, solution }: { person: number; solution: string }) =>
  `${person} ${solution}`
